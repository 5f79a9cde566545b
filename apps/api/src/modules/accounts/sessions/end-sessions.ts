import { personTokens, sessions, type Transaction, trustedDevices, verifications } from "@zonepost/db";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

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

const maxSessions = 300;

/**
 * Selects a person's oldest sessions above the maximum, with a new one. Those awaiting a second factor come first, so
 * that knowing the password isn't enough to end the others.
 */
export const sessionsToEnd = (userId: string, newSessionId: string): SQL => sql`
  select id from sessions where id in (
    select id from sessions where user_id = ${userId} and id <> ${newSessionId}
    order by second_factor_at is not null desc, updated_at desc, id desc offset ${maxSessions - 1})
  for update skip locked`;

/** Ends a person's oldest sessions above the maximum, after a sign-in. */
export async function endOldestSessions(
  db: Queryable,
  { userId, newSessionId }: { userId: string; newSessionId: string },
): Promise<void> {
  await db.execute(sql`
    delete from sessions where id = any (array(${sessionsToEnd(userId, newSessionId)}))`);
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
