import type { Db } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Queryable } from "./ctx.ts";

/** Topics that wake workers. PostgreSQL sends one notification per transaction, however often it is requested. */
export type WakeReason = "deliveries" | "clock" | "sync" | "batches";

const channel = "zonepost_wake";

/** Wakes the workers when the caller's transaction commits. A lost notice costs one poll interval, nothing else. */
export async function wakeWorkers(db: Queryable, reason: WakeReason): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${reason})`);
}

/** Calls `wake` for each notice, on a connection of its own that is opened again when it breaks. */
export async function listenForWake(
  db: Db,
  wake: (reason: WakeReason) => void,
): Promise<() => Promise<void>> {
  const listener = await db.$client.listen(channel, (payload) => wake(payload as WakeReason));
  return () => listener.unlisten();
}
