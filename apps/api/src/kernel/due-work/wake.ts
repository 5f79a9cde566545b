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
  | "orders"
  | "zones"
  /** A trigger of the database sends it when a quarantine begins or ends. */
  | "quarantine";

const commonChannel = "zonepost_wake";
/** Deliveries have the most notices by far, so a worker on standby doesn't listen for them. */
const deliveriesChannel = "zonepost_deliveries";

const channelOf = (reason: WakeReason) => (reason === "deliveries" ? deliveriesChannel : commonChannel);

/** Wakes the workers when the caller's transaction commits. A lost notice only costs one poll interval. */
export async function wakeWorkers(db: Queryable, reason: WakeReason): Promise<void> {
  await db.execute(sql`select ${wakeNotice(reason)}`);
}

/** The same as an expression, for a larger statement to include. */
export const wakeNotice = (reason: WakeReason): SQL => sql`pg_notify(${channelOf(reason)}, ${reason})`;

/** Calls `wake` for each notice, on its own connection, which is reopened when it breaks. */
export class WakeListener {
  readonly #db: Db;
  readonly #wake: (reason: WakeReason) => void;
  readonly #unlisten = new Map<string, () => Promise<unknown>>();
  #isStopped = false;

  constructor(db: Db, wake: (reason: WakeReason) => void) {
    this.#db = db;
    this.#wake = wake;
  }

  async start(): Promise<void> {
    await Promise.all([commonChannel, deliveriesChannel].map((channel) => this.#listen(channel)));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#unlisten.keys()].map((channel) => this.#unlistenTo(channel)));
  }

  /**
   * Stops listening for a reason's notices; one that shares its channel with others is still heard.
   * @returns listens again
   */
  async pause(reason: WakeReason): Promise<() => Promise<void>> {
    const channel = channelOf(reason);
    // If listening failed, the driver tries again until PostgreSQL is back.
    if (channel === commonChannel || !this.#unlisten.has(channel)) {
      return async () => {};
    }
    // Where PostgreSQL is away, it has nothing to forget.
    await this.#unlistenTo(channel).catch(() => {});
    return () => this.#listen(channel);
  }

  async #listen(channel: string): Promise<void> {
    if (this.#isStopped) {
      return;
    }
    const { unlisten } = await this.#db.$client.listen(channel, (reason) => this.#wake(reason as WakeReason));
    this.#unlisten.set(channel, unlisten);
  }

  async #unlistenTo(channel: string): Promise<void> {
    const unlisten = this.#unlisten.get(channel);
    this.#unlisten.delete(channel);
    await unlisten?.();
  }
}
