import type { Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { getDomain } from "tldts";

// The first key of our advisory locks.
const lockClass = 7_305_103;

/**
 * Of all changes of who has a name, or one above or below it, one happens at a time, in all workspaces: the lock is that
 * of the registrable name.
 */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  const registrable = getDomain(name, { validateHostname: false }) ?? name;
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${registrable}))`);
}
