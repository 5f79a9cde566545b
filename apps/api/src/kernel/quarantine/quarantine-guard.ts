import { createDb, type Db, readQuarantine } from "@zonepost/db";
import type { Logger } from "../log.ts";
import { QuarantinedError } from "./quarantined.ts";

/** How long an answer is used while no connection opens or is lost, for a quarantine that begins or ends meanwhile. */
const maxAgeMs = 5_000;

export type QuarantineGuard = {
  /** Rejects if the database can't tell. */
  isOpen(): Promise<boolean>;
  /** Before anything leaves. Rejects with a {@link QuarantinedError} in a quarantine, and if the database can't tell. */
  requireOpen(): Promise<void>;
  /** The next answer is read again. Called for each connection that opens or is lost, and for a notice. */
  recheck(): void;
  /** Calls `stop` when a quarantine is found. Returns what ends that. */
  onQuarantine(stop: () => void): () => void;
  close(): Promise<void>;
};

/**
 * Whether this process may act, which its database says. A restored database can replace another one under a running
 * process, but not under a connection. So an answer counts only if its read began after all of the process's connections
 * had opened, on one that was no older, and at most five seconds ago.
 *
 * @param url past any pooler
 */
export function createQuarantineGuard({
  url,
  applicationName,
  log,
  nowMs = () => performance.now(),
}: {
  url: string;
  applicationName: string;
  log: Logger;
  nowMs?: () => number;
}): QuarantineGuard {
  const stops = new Set<() => void>();
  /** How many connections have opened or were lost. */
  let changes = 0;
  let known: { isOpen: boolean; changes: number; readAtMs: number } | undefined;
  let reading: Promise<boolean> | undefined;
  let connected: { db: Db & { close(): Promise<void> }; changes: number } | undefined;

  const disconnect = async () => {
    const { db } = connected ?? {};
    connected = undefined;
    await db?.close();
  };
  const dbOfNow = (): Db => {
    if (connected?.changes !== changes) {
      void disconnect();
      connected = { db: createDb(url, { applicationName, maxConnections: 1 }), changes };
    }
    return connected.db;
  };
  const store = (answer: NonNullable<typeof known>) => {
    if (known?.isOpen !== answer.isOpen) {
      if (!answer.isOpen) {
        log.warn("the installation is in quarantine: nothing is sent until its release");
      } else if (known) {
        log.info("the quarantine is over");
      }
    }
    known = answer;
    if (!answer.isOpen) {
      for (const stop of stops) {
        stop();
      }
    }
  };
  const read = async (): Promise<boolean> => {
    const [seen, readAtMs] = [changes, nowMs()];
    try {
      const isOpen = (await readQuarantine(dbOfNow().$client)) === null;
      store({ isOpen, changes: seen, readAtMs });
      return isOpen && changes !== seen ? await read() : isOpen;
    } catch (error) {
      // Closing a broken connection takes its time.
      void disconnect();
      throw error;
    }
  };
  const isOpen = async () => {
    if (known?.changes === changes && nowMs() - known.readAtMs < maxAgeMs) {
      return known.isOpen;
    }
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    isOpen,
    async requireOpen() {
      const answer = await isOpen().catch((cause: unknown) => {
        throw new QuarantinedError({ cause });
      });
      if (!answer) {
        throw new QuarantinedError();
      }
    },
    recheck() {
      changes += 1;
      // Work in progress has to stop before it comes to something that leaves.
      if (stops.size > 0) {
        isOpen().catch(() => {});
      }
    },
    onQuarantine(stop) {
      stops.add(stop);
      return () => stops.delete(stop);
    },
    close: disconnect,
  };
}
