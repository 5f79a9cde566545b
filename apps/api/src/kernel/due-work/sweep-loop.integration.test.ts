import { createDb } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import pino from "pino";
import { describe, expect, it } from "vitest";
import type { Sweep } from "./due-work.ts";
import { startSweeps } from "./sweep-loop.ts";
import { WakeListener, type WakeReason, wakeWorkers } from "./wake.ts";

const never = 86_400_000;

async function withSweep(
  sweep: Partial<Sweep> & Pick<Sweep, "run">,
  act: (db: ReturnType<typeof createDb>) => Promise<void>,
) {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 3 });
  const stopping = new AbortController();
  const log = pino({ level: "silent" });
  const sweeps = [{ name: "test", wakeReasons: ["clock"] as const, pollIntervalMs: never, ...sweep }];
  const { stopped } = await startSweeps(sweeps, { db, log, signal: stopping.signal });
  try {
    await act(db);
  } finally {
    stopping.abort();
    await stopped;
    await db.close();
    await database.drop();
  }
}

/** Resolves at the n-th call of `count`. */
function countdown(target: number) {
  const reached = Promise.withResolvers<void>();
  let calls = 0;
  return {
    reached: reached.promise,
    count: () => {
      calls += 1;
      if (calls === target) {
        reached.resolve();
      }
      return calls;
    },
  };
}

describe("a sweep", () => {
  it("isn't started where it can't listen for its notices", async () => {
    const db = createDb("postgres://127.0.0.1:1/none", { maxConnections: 1 });
    const run = () => Promise.reject(new Error("it ran"));
    const sweep = { name: "test", wakeReasons: ["clock"] as const, pollIntervalMs: never, run };
    const deps = { db, log: pino({ level: "silent" }), signal: AbortSignal.abort() };
    await expect(startSweeps([sweep], deps)).rejects.toThrow("ECONNREFUSED");
    await db.close();
  });

  it("runs at the start, and again on each of its wake reasons", async () => {
    const [first, second] = [countdown(1), countdown(2)];
    const run = async () => {
      first.count();
      second.count();
    };
    await withSweep({ run }, async (db) => {
      await first.reached;
      await wakeWorkers(db, "clock");
      await second.reached;
    });
  });

  it("ignores other wake reasons", async () => {
    const [first, second] = [countdown(1), countdown(2)];
    let runs = 0;
    const run = async () => {
      first.count();
      runs = second.count();
    };
    await withSweep({ run }, async (db) => {
      await first.reached;
      await wakeWorkers(db, "sync");
      const heard = Promise.withResolvers<void>();
      const listener = await db.$client.listen("zonepost_wake", () => heard.resolve());
      await wakeWorkers(db, "sync");
      await heard.promise;
      await listener.unlisten();
      expect(runs).toBe(1);
    });
  });

  it("runs once more if woken while running, since it may have passed the new work already", async () => {
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const second = countdown(2);
    const run = async () => {
      if (second.count() === 1) {
        started.resolve();
        await gate.promise;
      }
    };
    await withSweep({ run }, async (db) => {
      await started.promise;
      const heard = Promise.withResolvers<void>();
      const listener = await db.$client.listen("zonepost_wake", () => heard.resolve());
      await wakeWorkers(db, "clock");
      await heard.promise;
      gate.resolve();
      await second.reached;
      await listener.unlisten();
    });
  });

  it("runs after its standby for a notice, and again for the next", async () => {
    const [first, second, third] = [countdown(1), countdown(2), countdown(3)];
    const run = async () => {
      first.count();
      second.count();
      third.count();
    };
    let isOnStandby = true;
    const standbyMs = () => (isOnStandby ? 10 : 0);
    await withSweep({ run, standbyMs, wakeReasons: ["deliveries"] }, async (db) => {
      await first.reached;
      await wakeWorkers(db, "deliveries");
      await second.reached;
      isOnStandby = false;
      await wakeWorkers(db, "deliveries");
      await third.reached;
    });
  });

  it("runs at its interval without a wake, and again after a failure", async () => {
    const polled = countdown(3);
    await withSweep({ run: async () => void polled.count(), pollIntervalMs: 5 }, () => polled.reached);
    const failing = countdown(2);
    const run = async () => {
      if (failing.count() === 1) {
        throw new Error("on purpose");
      }
    };
    await withSweep({ run }, () => failing.reached);
  });

  it("finishes its current run before it stops", async () => {
    const started = Promise.withResolvers<void>();
    let hasFinished = false;
    const run = async (signal: AbortSignal) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await Promise.resolve();
      hasFinished = true;
    };
    await withSweep({ run }, () => started.promise);
    expect(hasFinished).toBe(true);
  });
});

it("doesn't hear of deliveries during a pause, but of all else, and of deliveries again after it", async () => {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 3 });
  const heard: string[] = [];
  let next = Promise.withResolvers<void>();
  const listener = new WakeListener(db, (reason) => {
    heard.push(reason);
    next.resolve();
  });
  const send = async (...reasons: WakeReason[]) => {
    next = Promise.withResolvers<void>();
    for (const reason of reasons) {
      await wakeWorkers(db, reason);
    }
    await next.promise;
  };
  try {
    await listener.start();
    await send("deliveries");
    const resume = await listener.pause("deliveries");
    await send("deliveries", "clock");
    await resume();
    await send("deliveries");
    await listener.stop();
    expect(heard).toEqual(["deliveries", "clock", "deliveries"]);
  } finally {
    await db.close();
    await database.drop();
  }
});
