import { domainIntents } from "@zonepost/db";
import { and, sql } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";
import { intentLeaseMs, isInState, isOpen } from "./intent-columns.ts";

/** Whether a process is sending a change, or died while it did and another hasn't settled it. For a minute at most. */
export async function isSending(db: Queryable): Promise<boolean> {
  const isRecent = sql`uuid_extract_timestamp(${domainIntents.id}) > now() - make_interval(secs => ${intentLeaseMs / 1000})`;
  const sending = await db
    .select({ id: domainIntents.id })
    .from(domainIntents)
    .where(and(isOpen(), isInState(["sending"]), isRecent))
    .limit(1);
  return sending.length > 0;
}
