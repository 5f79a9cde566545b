import { outgoingEmails } from "@zonepost/db";
import { lte } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export async function isEmailWaiting(db: Queryable, now: Date): Promise<boolean> {
  const waiting = await db
    .select({ id: outgoingEmails.id })
    .from(outgoingEmails)
    .where(lte(outgoingEmails.createdAt, now))
    .limit(1);
  return waiting.length > 0;
}
