import type { Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";

/**
 * One change of aliases and forwardings at a time in the whole service: two concurrent ones could close a loop across
 * domains that neither sees. Take it before the lock of the mail domain.
 */
export async function lockForwarding(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('zonepost:mail_forwarding'))`);
}
