import { personTokens, sessions, type Transaction, trustedDevices, verifications } from "@zonepost/db";
import { and, eq, ne, sql } from "drizzle-orm";

/** Signs a person out everywhere, but in the session that is named. They are dead at their next request. */
export async function endSessions(
  tx: Transaction,
  userId: string,
  exceptSessionId?: string,
): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

/** The second factor is asked again in every browser. */
export async function forgetTrustedDevices(tx: Transaction, userId: string): Promise<number> {
  const gone = await tx
    .delete(trustedDevices)
    .where(eq(trustedDevices.userId, userId))
    .returning({ id: trustedDevices.id });
  return gone.length;
}

/** Links that wait in a mailbox, for a new password, another address or to sign in, are dead. */
export async function forgetPersonTokens(
  tx: Transaction,
  person: { id: string; email: string },
): Promise<void> {
  await tx.delete(personTokens).where(eq(personTokens.userId, person.id));
  // How the library writes down whom a magic link is for.
  const start = JSON.stringify({ email: person.email.toLowerCase() }).slice(0, -1);
  await tx.delete(verifications).where(sql`starts_with(lower(${verifications.value}), ${start})`);
}
