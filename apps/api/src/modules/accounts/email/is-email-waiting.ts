import { outgoingEmails } from "@zonepost/db";
import { lte, min } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export async function isEmailWaiting(db: Queryable, now: Date): Promise<boolean> {
  const waiting = await db
    .select({ id: outgoingEmails.id })
    .from(outgoingEmails)
    .where(lte(outgoingEmails.createdAt, now))
    .limit(1);
  return waiting.length > 0;
}

export async function emailWaitingSince(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ at: min(outgoingEmails.createdAt) }).from(outgoingEmails);
  return row?.at ?? null;
}
