import type { Db } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../ctx.ts";

/** PostgreSQL sends one notification per topic and transaction, however often it is requested. */
export type WakeReason =
  | "deliveries"
  | "catch_ups"
  | "clock"
  | "sync"
  | "batches"
  | "notifications"
  | "orders";

const channel = "zonepost_wake";

/** Wakes the workers when the caller's transaction commits. A lost notice only costs one poll interval. */
export async function wakeWorkers(db: Queryable, reason: WakeReason): Promise<void> {
  await db.execute(sql`select ${wakeNotice(reason)}`);
}

/** The same as an expression, for a larger statement to include. */
export const wakeNotice = (reason: WakeReason): SQL => sql`pg_notify(${channel}, ${reason})`;

/** Calls `wake` for each notice, on its own connection, which is reopened when it breaks. */
export async function listenForWake(
  db: Db,
  wake: (reason: WakeReason) => void,
): Promise<() => Promise<void>> {
  const listener = await db.$client.listen(channel, (payload) => wake(payload as WakeReason));
  return () => listener.unlisten();
}
