import { personTokens, sessions, type Transaction, trustedDevices } from "@zonepost/db";
import { and, eq, ne } from "drizzle-orm";

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

/** Links that wait in a mailbox, for a new password or another address, are dead. */
export async function forgetPersonTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(personTokens).where(eq(personTokens.userId, userId));
}
