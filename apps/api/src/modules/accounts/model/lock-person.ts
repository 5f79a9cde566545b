import { credentials, type Transaction, users } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { unauthenticated } from "../../../kernel/errors.ts";

/** The first statement of every transaction that changes how a person signs in, so that such changes are serialized. */
export async function lockPerson(tx: Transaction, userId: string) {
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  if (!person) {
    throw unauthenticated();
  }
  return person;
}

/** Null for a person who signs in without a password, and for one whose password came from a backup. */
export async function readPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: credentials.password })
    .from(credentials)
    .where(
      and(
        eq(credentials.userId, userId),
        eq(credentials.providerId, "credential"),
        isNull(credentials.passwordVoidAt),
      ),
    );
  return row?.password ?? null;
}
