import type postgres from "postgres";
import { type Event, eventData, newEvent } from "./objects/event.ts";
import { sendTimes } from "./rules/notice-schedule.ts";
import { businessNow } from "./state/business-clock.ts";
import { Objects } from "./state/objects.ts";
import { noticeTroubles, takeTrouble } from "./state/trouble.ts";

export type Webhook = { url: string; secret: string };

/** Shared by everything that one processor does. */
export type Processor = {
  sql: postgres.Sql;
  secretKey: string;
  controlSecret: string;
  /** Without one, events are recorded but not sent. */
  webhook(): Webhook | undefined;
  /** Sends due notices now, without waiting for the next poll. */
  wake(): void;
  log(entry: CardsLogEntry): void;
};

export type CardsLogEntry =
  | { event: "request"; method: string; path: string; status: number; requestId: string; durationMs: number }
  | { event: "notice"; type: string; id: string; attempt: number; status?: number; error?: string }
  | { event: "error"; error: unknown };

/** Everything that a verb may use, within one transaction. */
export type Context = {
  tx: postgres.TransactionSql;
  objects: Objects;
  /** Business time. */
  now: Date;
  /** The key of fingerprints. */
  fingerprintKey: string;
  /** Records an event with the object's present state, and queues its notice. `before` is the state before a change. */
  emit(type: string, subject: object, before?: object): Promise<void>;
};

/** The request that causes events. */
export type Cause = Event["request"];

export const noRequest: Cause = { id: null, idempotency_key: null };

export function createContext(
  processor: Processor,
  tx: postgres.TransactionSql,
  now: Date,
  cause: Cause,
): Context {
  const objects = new Objects(tx);
  return {
    tx,
    objects,
    now,
    fingerprintKey: processor.secretKey,
    async emit(type, subject, before) {
      const isSent = processor.webhook() !== undefined;
      const event = newEvent(type, eventData(subject, before), cause, isSent ? 1 : 0, now);
      await objects.insert("event", { body: event, hidden: {} });
      if (!isSent) {
        return;
      }
      for (const dueAt of sendTimes(now, await takeTrouble(tx, noticeTroubles))) {
        await tx`insert into cards.notices (event, due_at) values (${event.id}, ${dueAt})`;
      }
    },
  };
}

/** Runs a verb in its own transaction, and sends its notices. */
export async function transact<Result>(
  processor: Processor,
  cause: Cause,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const now = await businessNow(processor.sql);
  const result = await processor.sql.begin((tx) => work(createContext(processor, tx, now, cause)));
  processor.wake();
  return result as Result;
}
