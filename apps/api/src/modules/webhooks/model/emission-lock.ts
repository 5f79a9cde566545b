import { type SQL, sql } from "drizzle-orm";

const lockClass = sql.raw("7305102");
const keyOf = (workspaceId: SQL): SQL => sql`${lockClass}, hashtext(${workspaceId}::text)`;

/**
 * Every transaction that emits holds this lock of its workspace, shared, from before it reads the endpoints until it
 * commits. An advisory lock, because locking the rows of the endpoints would write to them for each event.
 */
export const lockEmission = (workspaceId: SQL): SQL =>
  sql`pg_advisory_xact_lock_shared(${keyOf(workspaceId)})`;

/**
 * Waits until what is being emitted in the workspace is committed, and holds back the rest. Take it last: a
 * transaction that holds it must not wait for one that is about to emit.
 */
export const lockOutEmission = (workspaceId: string): SQL =>
  sql`pg_advisory_xact_lock(${keyOf(sql`${workspaceId}`)})`;

/** The same, but false instead of waiting. */
export const tryLockOutEmission = (workspaceId: string): SQL =>
  sql`pg_try_advisory_xact_lock(${keyOf(sql`${workspaceId}`)})`;
