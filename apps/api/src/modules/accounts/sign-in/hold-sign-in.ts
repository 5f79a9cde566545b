import { credentials, type Db, sessions, users } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { lockPerson, readPasswordHash } from "../model/lock-person.ts";

/** What is good for this address as a sign-in begins: the person's password, where there is a person and a password. */
export async function readWayIn(
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
export async function readNobodysPassword(db: Db): Promise<void> {
  await readPasswordHash(db, newId());
}

/**
 * Whether the password that made this session is still the person's. A change of it ends the sessions that it finds;
 * one that was made from the old password in that very moment ends here.
 */
export async function holdSignIn(db: Db, token: string, passwordHash: string | null): Promise<boolean> {
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
