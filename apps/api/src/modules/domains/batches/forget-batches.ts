import { sql } from "drizzle-orm";
import { type Forget, firstIdSince } from "../../../kernel/retention.ts";

const keptDays = 90;

/** Deletes old batches; the audit log and each domain's history still have their results. */
export const batchForgets: readonly Forget[] = [
  // Their items first: a thousand hang on each, and a batch takes with it what is left.
  async (db, limit) =>
    (
      await db.execute(sql`
        delete from domain_batch_items where ctid = any (array(
          select item.ctid from domain_batch_items item
          join domain_batches batch on batch.id = item.batch_id
          where batch.id < ${firstIdSince(keptDays)} and batch.finished_at is not null
          limit ${limit}))`)
    ).count,
  async (db, limit) =>
    (
      await db.execute(sql`
        delete from domain_batches where ctid = any (array(
          select ctid from domain_batches
          where id < ${firstIdSince(keptDays)} and finished_at is not null
          limit ${limit}))`)
    ).count,
];
