import { personTokens, sessions, type Transaction, trustedDevices, verifications } from "@zonepost/db";
import { and, eq, ne, sql } from "drizzle-orm";

/** Ends all of a person's sessions except the named one, effective at their next request. */
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

export async function forgetTrustedDevices(tx: Transaction, userId: string): Promise<number> {
  const gone = await tx
    .delete(trustedDevices)
    .where(eq(trustedDevices.userId, userId))
    .returning({ id: trustedDevices.id });
  return gone.length;
}

/** Invalidates emailed links: password reset, address change and sign-in. */
export async function deletePersonTokens(
  tx: Transaction,
  person: { id: string; email: string },
): Promise<void> {
  await tx.delete(personTokens).where(eq(personTokens.userId, person.id));
  // The start of the library's stored form of a magic link for this person.
  const start = JSON.stringify({ email: person.email.toLowerCase() }).slice(0, -1);
  await tx.delete(verifications).where(sql`starts_with(lower(${verifications.value}), ${start})`);
}
