import { type Db, personTokens, users } from "@zonepost/db";
import { and, eq, gt } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { hashToken } from "../model/link-token.ts";
import { lockPerson } from "../model/lock-person.ts";
import { invalidLink } from "../model/own-account-errors.ts";
import type { Origin } from "../model/record-person-event.ts";
import type { CredentialPorts } from "../ports.ts";
import { requireGoodPassword } from "./common-passwords.ts";
import { savePassword } from "./save-password.ts";

/**
 * Sets a new password with an emailed link, once. It doesn't sign in: the next sign-in asks for the new password, and
 * the second factor if there is one.
 */
export async function resetPassword(
  deps: { db: Db; clock: Clock } & CredentialPorts & Origin,
  input: { token: string; newPassword: string },
): Promise<void> {
  const wallNow = deps.clock.wallNow();
  const ofLink = and(
    eq(personTokens.tokenHash, hashToken(input.token)),
    eq(personTokens.purpose, "password_reset"),
    gt(personTokens.expiresAt, wallNow),
  );
  const [holder] = await deps.db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(personTokens)
    .innerJoin(users, eq(users.id, personTokens.userId))
    .where(ofLink);
  if (!holder) {
    throw invalidLink();
  }
  // Before the link is consumed, so that a bad password can be corrected, and before the expensive hash.
  await requireGoodPassword(input.newPassword, holder);
  const passwordHash = await deps.passwords.hash(input.newPassword);
  const now = await deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const person = await lockPerson(tx, holder.id);
    const used = await tx.delete(personTokens).where(ofLink).returning({ id: personTokens.id });
    if (used.length === 0) {
      throw invalidLink();
    }
    await tx.update(users).set({ emailVerified: true, updatedAt: wallNow }).where(eq(users.id, person.id));
    await savePassword(tx, deps, { person, passwordHash, action: "password.reset" }, now);
  });
}
