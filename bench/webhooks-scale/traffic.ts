import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { cpuMicroseconds } from "../measure.ts";
import { isReady, spawnNode, stop } from "../processes.ts";
import { eventBody } from "../webhooks/contenders.ts";
import { postgresCpuMicroseconds } from "../webhooks/cpu.ts";
import type { Emit, Emitted } from "../webhooks/emitter.ts";
import type { Expect, Report } from "../webhooks/receiver.ts";
import { type Place, pidOf } from "./place.ts";

// Worker processes, an emitter, and a receiver that counts each delivery.

export const eventsPerSecond = 200;

/** A receiver that answers for the endpoints of a kind, and remembers what it got more than once. */
export class Ledger {
  readonly #child: ChildProcess;
  readonly repeated: string[] = [];
  #all = Promise.withResolvers<Extract<Report, { type: "all" }>>();

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on("message", (message: Report) => {
      if (message.type === "all") {
        this.#all.resolve(message);
      } else if (message.type === "repeated") {
        this.repeated.push(message.id);
      }
    });
  }

  static async start({ sql, cleanUp }: Place, kind: "live" | "noisy"): Promise<Ledger> {
    const child = spawnNode("webhooks/receiver.ts", process.env);
    cleanUp.defer(() => stop(child));
    const { port } = await isReady<Extract<Report, { type: "ready" }>>(child);
    await sql`
      update webhook_endpoints set url = ${`http://127.0.0.1:${port}/hook/`} || place
      from bench_endpoints where endpoint_id = id and kind = ${kind}`;
    return new Ledger(child);
  }

  /** Forgets the deliveries so far. Resolves with the time of each arrival once `count` more have arrived. */
  async expect(count: number): Promise<{ arrived: Promise<Map<string, number>> }> {
    const all = Promise.withResolvers<Extract<Report, { type: "all" }>>();
    this.#all = all;
    const expecting = once(this.#child, "message");
    this.#child.send({ type: "expect", count, keepsTimes: true } satisfies Expect);
    await expecting;
    return { arrived: all.promise.then(({ times }) => new Map(times)) };
  }

  stop(): Promise<void> {
    return stop(this.#child);
  }
}

export class Workers {
  readonly #children: readonly ChildProcess[];
  readonly #dataDir: string;

  private constructor(children: readonly ChildProcess[], dataDir: string) {
    this.#children = children;
    this.#dataDir = dataDir;
  }

  static async start(
    { cleanUp, environment, dataDir }: Pick<Place, "cleanUp" | "environment" | "dataDir">,
    count = 1,
  ): Promise<Workers> {
    const children = Array.from({ length: count }, () =>
      spawnNode("../apps/api/src/entry/worker.ts", environment),
    );
    const workers = new Workers(children, dataDir);
    cleanUp.defer(() => workers.stop());
    await Promise.all(children.map((child) => isReady(child)));
    return workers;
  }

  /** Of the first one. */
  get pid(): number {
    return pidOf(this.#children[0] as ChildProcess);
  }

  /** Of the workers, and of PostgreSQL, so far. */
  cpuMs(): { workers: number; database: number } {
    return {
      workers: this.#children.reduce((sum, child) => sum + (cpuMicroseconds(pidOf(child)) ?? 0), 0) / 1000,
      database: postgresCpuMicroseconds(this.#dataDir) / 1000,
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#children.map(stop));
  }
}

export type Sent = {
  /** Milliseconds from each commit to the arrival, sorted. */
  latenciesMs: Float64Array;
  /** The most events that were committed and had not arrived. */
  backlog: number;
};

/** A process that emits events for the live endpoints, one in each transaction. */
export class Emitter {
  readonly #child: ChildProcess;
  readonly #ledger: Ledger;
  readonly #workspaceIds: string[];

  private constructor(child: ChildProcess, ledger: Ledger, workspaceIds: string[]) {
    this.#child = child;
    this.#ledger = ledger;
    this.#workspaceIds = workspaceIds;
  }

  static async start(place: Place, ledger: Ledger): Promise<Emitter> {
    const child = spawnNode("webhooks/emitter.ts", { ...place.environment, KIND: "zonepost" });
    place.cleanUp.defer(() => stop(child));
    await isReady(child);
    return new Emitter(
      child,
      ledger,
      place.endpoints.live.map(({ workspaceId }) => workspaceId),
    );
  }

  async emit(count: number, perSecond = eventsPerSecond): Promise<Sent> {
    const { arrived } = await this.#ledger.expect(count);
    const emitted = once(this.#child, "message") as Promise<[Emitted]>;
    const workspaceIds = this.#workspaceIds;
    this.#child.send({ count, perSecond, body: eventBody, workspaceIds } satisfies Emit);
    const [[{ times }], arrivedAtMs] = await Promise.all([emitted, arrived]);
    return sent(times, arrivedAtMs);
  }

  stop(): Promise<void> {
    return stop(this.#child);
  }
}

/** An arrival may precede the moment in which the emitter learns of its commit. */
function sent(committed: Emitted["times"], arrivedAtMs: ReadonlyMap<string, number>): Sent {
  const latencies = committed.map(([id, atMs]) => Math.max(0, (arrivedAtMs.get(id) ?? Number.NaN) - atMs));
  const changes = [
    ...committed.map(([, atMs]) => [atMs, 1] as const),
    ...[...arrivedAtMs.values()].map((atMs) => [atMs, -1] as const),
  ].sort(([one], [other]) => one - other);
  let waiting = 0;
  let backlog = 0;
  for (const [, change] of changes) {
    waiting += change;
    backlog = Math.max(backlog, waiting);
  }
  return { latenciesMs: Float64Array.from(latencies).sort(), backlog };
}

export async function untilQueueIsEmpty({ sql }: Pick<Place, "sql">): Promise<void> {
  for (let isEmpty = false; !isEmpty; await delay(10)) {
    const [row] = await sql<{ is: boolean }[]>`select not exists (select from delivery_queue) as is`;
    isEmpty = row?.is ?? false;
  }
}

/** Updates of the queue so far, and how many of them stayed on their page. Idle connections report late, ended ones do. */
export async function queueUpdates({ sql }: Place): Promise<{ all: number; hot: number }> {
  await delay(1_500);
  const [row] = await sql<{ all: number; hot: number }[]>`
    select n_tup_upd::float8 as all, n_tup_hot_upd::float8 as hot
    from pg_stat_user_tables where relname = 'delivery_queue'`;
  return row ?? { all: 0, hot: 0 };
}
