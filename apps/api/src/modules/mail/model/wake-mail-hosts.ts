import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Wakes the agents on the mail hosts when the caller's transaction commits; see apps/mail-host/src/agent. */
export async function wakeMailHosts(db: Queryable): Promise<void> {
  await db.execute(sql`notify zonepost_mail_hosts`);
}
