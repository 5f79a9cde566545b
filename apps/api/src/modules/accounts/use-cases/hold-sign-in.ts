import { credentials, type Db, sessions, users } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import { lockPerson, readPasswordHash } from "./lock-person.ts";

/** The hash of the password that is good for this address as a sign-in begins; null for a stranger as well. */
export async function readPasswordOf(db: Db, email: string): Promise<string | null> {
  const [row] = await db
    .select({ password: credentials.password })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return row?.password ?? null;
}

/**
 * Whether the password that made this session is still the person's. A change of it ends the sessions that it finds;
 * one that was made from the old password in that very moment ends here.
 */
export async function holdSignIn(db: Db, token: string, passwordHash: string | null): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofToken = eq(sessions.token, token);
    const [session] = await tx.select({ userId: sessions.userId }).from(sessions).where(ofToken);
    if (!session) return false;
    await lockPerson(tx, session.userId);
    if ((await readPasswordHash(tx, session.userId)) === passwordHash) return true;
    await tx.delete(sessions).where(ofToken);
    return false;
  });
}
