import { setTimeout as delay } from "node:timers/promises";
import type { ServerProcess } from "@zonepost/server-process";
import type postgres from "postgres";
import { allDelegations, changesOf, type Delegation, readDelegations } from "./delegations.ts";
import { maxUpdateBytes, sendUpdate, type TsigKey, wireChange } from "./dns-messages.ts";
import type { HostedZones } from "./hosted-zones.ts";
import type { createKnot } from "./knot.ts";
import { writeZoneFiles, zoneOf } from "./zone-files.ts";

const maxNamesPerTurn = 500;
const retryDelayMs = { first: 200, longest: 10_000 };

type PublisherOptions = {
  sql: postgres.Sql;
  knot: Awaited<ReturnType<typeof createKnot>>;
  tlds: readonly string[];
  port: number;
  key: TsigKey;
  hosted?: HostedZones | undefined;
  log: (entry: { event: string; [detail: string]: unknown }) => void;
};

/** Reads the names that have changed and sends them to the nameserver. After a failure, it writes all zones again. */
export class ZonePublisher {
  readonly #options: PublisherOptions;
  readonly #changedNames = new Set<string>();
  readonly #glueOf = new Map<string, string[]>();
  readonly #stopping = new AbortController();
  #server: ServerProcess | undefined;
  #isStale = true;
  #wake = () => {};
  #ended = Promise.resolve();

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  get serverPid(): number {
    return this.#server?.pid ?? 0;
  }

  addChanged(name: string): void {
    this.#changedNames.add(name);
    this.#wake();
  }

  /** Has all zones written again, since announcements were missed while the database connection was lost. */
  markStale(): void {
    this.#isStale = true;
    this.#wake();
  }

  /** Rejects if the zones can't be served at all. */
  async start(): Promise<void> {
    await this.#writeAll();
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let delayMs = retryDelayMs.first;
    while (!signal.aborted) {
      const names = [...this.#changedNames].slice(0, maxNamesPerTurn);
      if (!this.#isStale && names.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      try {
        await (this.#isStale ? this.#writeAll() : this.#writeChanged(names));
        delayMs = retryDelayMs.first;
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        this.#options.log({ event: "zones_failed", error });
        this.#isStale = true;
        await delay(delayMs, undefined, { signal }).catch(() => {});
        delayMs = Math.min(delayMs * 2, retryDelayMs.longest);
      }
    }
  }

  async #writeAll(): Promise<void> {
    const { sql, knot, tlds, hosted } = this.#options;
    this.#isStale = false;
    this.#changedNames.clear();
    this.#glueOf.clear();
    hosted?.beginAll();
    await writeZoneFiles(knot.zoneFolder, tlds, allDelegations(sql), (each) => {
      this.#rememberGlue(each);
      hosted?.see(each.name, each.nameservers);
    });
    const server = await knot.start();
    hosted?.endAll();
    this.#server = server;
    void server.exited.then(() => {
      if (this.#stopping.signal.aborted || this.#server !== server) {
        return;
      }
      this.#options.log({ event: "knot_ended" });
      this.markStale();
    });
  }

  async #writeChanged(names: readonly string[]): Promise<void> {
    const { sql, tlds, port, key, hosted } = this.#options;
    for (const name of names) {
      this.#changedNames.delete(name);
    }
    const delegations = new Map((await readDelegations(sql, names)).map((each) => [each.name, each]));
    const updates = new Map<string, Buffer[]>();
    for (const name of names) {
      const zone = zoneOf(name);
      if (!tlds.includes(zone)) {
        continue;
      }
      const delegation = delegations.get(name);
      const changes = changesOf(name, delegation, this.#glueOf.get(name) ?? []);
      const added = changes.flatMap(wireChange);
      const pending = updates.get(zone) ?? [];
      if (byteLength(pending) + byteLength(added) > maxUpdateBytes) {
        await sendUpdate(port, zone, pending.splice(0), key, new Date());
      }
      updates.set(zone, [...pending, ...added]);
      this.#rememberGlue(delegation ?? { name, nameservers: [], dsRecords: [], glue: [] });
    }
    for (const [zone, records] of updates) {
      await sendUpdate(port, zone, records, key, new Date());
    }
    for (const name of names) {
      hosted?.see(name, delegations.get(name)?.nameservers ?? []);
    }
  }

  #rememberGlue({ name, glue }: Delegation): void {
    if (glue.length === 0) {
      this.#glueOf.delete(name);
      return;
    }
    this.#glueOf.set(
      name,
      glue.map((host) => host.name),
    );
  }
}

const byteLength = (records: readonly Buffer[]) => records.reduce((sum, record) => sum + record.length, 0);
