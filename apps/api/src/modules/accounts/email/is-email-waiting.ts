import { outgoingEmails } from "@zonepost/db";
import { lte } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Whether an e-mail that was written by `now` still waits to be sent. */
export async function isEmailWaiting(db: Queryable, now: Date): Promise<boolean> {
  const waiting = await db
    .select({ id: outgoingEmails.id })
    .from(outgoingEmails)
    .where(lte(outgoingEmails.createdAt, now))
    .limit(1);
  return waiting.length > 0;
}
