import { type Db, personTokens, users } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { shareOf } from "../email/mail-share.ts";
import { generateToken, hashToken } from "../model/link-token.ts";
import type { EmailPorts } from "../ports.ts";
import { passwordResetEmail } from "./password-email.ts";

export const passwordResetTask = "password-reset";
const linkLifetimeMs = 30 * minuteMs;

export type PasswordResetRequest = { email: string; browser?: string | undefined };

/** Only enqueues the request. The lookup happens in a job, so that response and timing reveal no accounts. */
export async function requestPasswordReset(db: Db, input: PasswordResetRequest): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(${passwordResetTask}, ${JSON.stringify(input)}::json)`);
}

export async function mailPasswordReset(
  deps: { db: Db; clock: Clock; panelUrl: string } & EmailPorts,
  input: PasswordResetRequest,
): Promise<void> {
  const now = await deps.clock.now();
  const wallNow = deps.clock.wallNow();
  await deps.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(sql`lower(${users.email}) = ${input.email.toLowerCase()}`);
    if (!person) {
      return;
    }
    const token = generateToken();
    await tx.insert(personTokens).values({
      id: newId(),
      userId: person.id,
      purpose: "password_reset",
      tokenHash: hashToken(token),
      createdAt: wallNow,
      expiresAt: new Date(wallNow.getTime() + linkLifetimeMs),
    });
    const email = {
      ...passwordResetEmail({ url: `${deps.panelUrl}/auth/password-reset#token=${token}` }),
      to: person.email,
      expiresAt: new Date(now.getTime() + linkLifetimeMs),
      share: shareOf("sign_in", input.browser),
    };
    await enqueueEmail(tx, deps, email, now);
  });
}
