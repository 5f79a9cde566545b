import { sql } from "drizzle-orm";
import { fixture, type WebhooksFixture } from "../webhooks-fixture.ts";

// For tests of how much of the queue a claim reads.

/**
 * Removes what else a claim could read: entries of rows that were deleted, which stay while an autovacuum sees them, and
 * other plans, after it.
 */
export async function emptyQueue() {
  await fixture.db.execute(sql`alter table delivery_queue set (autovacuum_enabled = off)`);
  await fixture.db.execute(sql`truncate delivery_queue`);
}

/** A transaction that still sees all rows that are there now. */
export async function holdSnapshot() {
  const client = await fixture.db.$client.reserve();
  await client`begin isolation level repeatable read`;
  await client`select from delivery_queue limit 1`;
  return {
    async [Symbol.asyncDispose]() {
      await client`rollback`;
      client.release();
    },
  };
}

/** The number of index entries that a claim reads, also of rows that are no longer there. */
export const entriesReadBy = (claim: (db: WebhooksFixture["db"]) => Promise<unknown>): Promise<number> =>
  fixture.db.transaction(async (tx) => {
    const count = async () => {
      const [row] = await tx.execute<{ entries: number }>(sql`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as entries
        from pg_index where indrelid = 'delivery_queue'::regclass`);
      return row?.entries ?? Number.NaN;
    };
    // Of this connection, and not only of this transaction.
    const before = await count();
    await claim(tx as unknown as WebhooksFixture["db"]);
    return (await count()) - before;
  });
