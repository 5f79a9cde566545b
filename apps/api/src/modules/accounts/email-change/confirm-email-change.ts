import { type Db, personTokens, sessions, users } from "@zonepost/db";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { hashToken } from "../model/link-token.ts";
import { lockPerson } from "../model/lock-person.ts";
import { emailTaken, invalidLink } from "../model/own-account-errors.ts";
import { type Origin, recordPersonEvent } from "../model/record-person-event.ts";
import type { EmailPorts } from "../ports.ts";
import { deletePersonTokens, endSessions } from "../sessions/end-sessions.ts";
import { emailChangedEmail } from "./email-change-email.ts";

/** Serializes concurrent changes to the same address. */
const addressLock = 4_711_003;

/**
 * Applies the new address, once, with the emailed link. The session that asked must still be there. Ends all sessions
 * except the one that followed the link, if it is this person's, and invalidates links sent to the old address.
 */
export async function confirmEmailChange(
  deps: { db: Db; clock: Clock } & EmailPorts & Origin,
  input: { token: string; session: { userId: string; sessionId: string } | undefined },
): Promise<void> {
  const now = await deps.clock.now();
  const wallNow = deps.clock.wallNow();
  const ofLink = and(
    eq(personTokens.tokenHash, hashToken(input.token)),
    eq(personTokens.purpose, "email_change"),
    gt(personTokens.expiresAt, wallNow),
  );
  await deps.db.transaction(async (tx) => {
    const [link] = await tx
      .select({ userId: personTokens.userId, newEmail: personTokens.email })
      .from(personTokens)
      .innerJoin(sessions, eq(sessions.id, personTokens.sessionId))
      .where(ofLink);
    if (!link?.newEmail) {
      throw invalidLink();
    }
    const { userId, newEmail } = link;
    const person = await lockPerson(tx, userId);
    const used = await tx.delete(personTokens).where(ofLink).returning({ id: personTokens.id });
    if (used.length === 0) {
      throw invalidLink();
    }
    await tx.execute(sql`select pg_advisory_xact_lock(${addressLock}, hashtext(${newEmail}))`);
    const taken = await tx.$count(users, and(sql`lower(${users.email}) = ${newEmail}`, ne(users.id, userId)));
    if (taken > 0) {
      throw emailTaken();
    }
    await tx
      .update(users)
      .set({ email: newEmail, emailVerified: true, updatedAt: wallNow })
      .where(eq(users.id, userId));
    await deletePersonTokens(tx, person);
    await endSessions(tx, userId, input.session?.userId === userId ? input.session.sessionId : undefined);
    const notice = {
      ...emailChangedEmail({ newEmail, at: now, ipAddress: deps.ipAddress }),
      to: person.email,
      language: person.language,
    };
    await enqueueEmail(tx, deps, notice, now);
    const changed = { from: person.email, to: newEmail };
    await recordPersonEvent(
      tx,
      deps,
      { user: { id: userId, email: newEmail }, action: "email.changed", details: changed },
      now,
    );
  });
}
