import { credentials, type Db, sessions, users } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { readPasswordHash } from "../model/lock-person.ts";

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

/**
 * The library reads a known person's sign-in methods. Without the same read, unknown addresses are refused measurably
 * faster.
 */
export async function burnPasswordLookup(db: Db): Promise<void> {
  await readPasswordHash(db, newId());
}

/**
 * Checks that the password used for this session is still current. Changing it ends existing sessions; this catches a
 * session created with the old password at that very moment.
 */
export async function verifySessionStillValid(
  db: Db,
  token: string,
  passwordHash: string | null,
): Promise<boolean> {
  // Waits for a change in progress. One that starts later finds this session and ends it, so the lock needn't be held.
  await db.execute(sql`
    select id from ${users}
    where id = (select user_id from ${sessions} where token = ${token}) for no key update`);
  const ofToken = eq(sessions.token, token);
  const [session] = await db
    .select({ password: credentials.password })
    .from(sessions)
    .leftJoin(
      credentials,
      and(eq(credentials.userId, sessions.userId), eq(credentials.providerId, "credential")),
    )
    .where(ofToken);
  if (session && session.password === passwordHash) {
    return true;
  }
  await db.delete(sessions).where(ofToken);
  return false;
}
