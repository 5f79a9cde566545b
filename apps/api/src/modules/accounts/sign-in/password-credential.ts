import { credentials, type Db, sessions, users } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { lockPerson, readPasswordHash } from "../model/lock-person.ts";

/** The password credential of an address when a sign-in starts, if the person exists and has a password. */
export async function findPasswordCredential(
  db: Db,
  email: string,
): Promise<{ isKnown: boolean; passwordHash: string | null }> {
  const [row] = await db
    .select({ password: credentials.password })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return { isKnown: row !== undefined, passwordHash: row?.password ?? null };
}

/** The library reads a person's ways in, and a stranger's not: without this a stranger is refused measurably sooner. */
export async function burnPasswordLookup(db: Db): Promise<void> {
  await readPasswordHash(db, newId());
}

/**
 * Whether the password that made this session is still the person's. A change of it ends the sessions that it finds;
 * one that was made from the old password in that very moment ends here.
 */
export async function verifySessionStillValid(
  db: Db,
  token: string,
  passwordHash: string | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofToken = eq(sessions.token, token);
    const [session] = await tx.select({ userId: sessions.userId }).from(sessions).where(ofToken);
    if (!session) {
      return false;
    }
    await lockPerson(tx, session.userId);
    if ((await readPasswordHash(tx, session.userId)) === passwordHash) {
      return true;
    }
    await tx.delete(sessions).where(ofToken);
    return false;
  });
}
