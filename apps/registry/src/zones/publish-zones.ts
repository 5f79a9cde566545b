import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { createSchema } from "../state/create-schema.ts";
import { allDelegations, changesOf, type Delegation, readDelegations } from "./delegations.ts";
import { maxUpdateBytes, sendUpdate, type TsigKey, wireChange } from "./dns-messages.ts";
import { lockFolder } from "./folder-lock.ts";
import { createKnot, findKnot } from "./knot.ts";
import { freeLoopbackPort, type ServerProcess } from "./server-process.ts";
import { writeZoneFiles, zoneOf } from "./zone-files.ts";

export type ZonesOptions = {
  /** The registry's database. */
  databaseUrl: string;
  /** Where the signing keys and the zones are kept. */
  folder: string;
  tlds: readonly string[];
  /** 0, the default, for a free one */
  port?: number;
  log?: ((entry: { event: string; [detail: string]: unknown }) => void) | undefined;
};

export type Zones = {
  /** Where the zones are served, on 127.0.0.1, over UDP and TCP. */
  port: number;
  tlds: readonly string[];
  /** DS records of the zones' keys in zone file form: what a validating resolver is to trust. */
  trustAnchors: readonly string[];
  /** The process that serves them now. */
  serverPid(): number;
  close(): Promise<void>;
};

/** Thrown when the zones cannot be published here; the message says why, for whoever runs the sandbox. */
export class ZonesUnavailableError extends Error {
  override readonly name = "ZonesUnavailableError";
}

const schemaLock = 7_305_100_912;
const channel = "registry_zones";
const maxNamesPerTurn = 500;
const retryDelayMs = { first: 200, longest: 10_000 };

/**
 * Publishes the registry's zones, signed, with the delegations of its database as they are: all of them at the start,
 * then each name as soon as it changes. Ends in the same state after a crash of the name server, or of this process.
 */
export async function publishZones(options: ZonesOptions): Promise<Zones> {
  const { folder, tlds, log = () => {} } = options;
  const programs = await findKnot();
  if (!programs) {
    throw new ZonesUnavailableError("Knot DNS is not installed here (Debian package: knot).");
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  if (!unlock) {
    throw new ZonesUnavailableError("The zones of this sandbox are published by another process.");
  }
  const sql = postgres(options.databaseUrl, {
    max: 3,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: "zonepost-registry-zones", TimeZone: "UTC" },
  });
  try {
    await createSchema(sql);
    await announceChanges(sql);
    const port = options.port || (await freeLoopbackPort());
    const key: TsigKey = { name: "registry", secret: randomBytes(32) };
    const onLine = (line: string) => log({ event: "knot", line });
    const knot = await createKnot({ programs, folder, zones: tlds, port, key, onLine });
    try {
      const publisher = createPublisher({ sql, knot, tlds, port, key, log });
      // Listening comes first: what changes while all is read is looked at once more.
      await sql.listen(channel, publisher.changed, publisher.missed);
      await publisher.start();
      return {
        port,
        tlds,
        trustAnchors: await knot.trustAnchors(),
        serverPid: publisher.serverPid,
        async close() {
          await publisher.stop();
          await knot.close();
          await sql.end({ timeout: 1 });
          await unlock();
        },
      };
    } catch (error) {
      await knot.close();
      throw error;
    }
  } catch (error) {
    await sql.end({ timeout: 1 });
    await unlock();
    throw error;
  }
}

async function announceChanges(sql: postgres.Sql): Promise<void> {
  const statements = await readFile(new URL("./announce-changes.sql", import.meta.url), "utf8");
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${schemaLock})`;
    await tx.unsafe(statements);
  });
}

type PublisherOptions = {
  sql: postgres.Sql;
  knot: Awaited<ReturnType<typeof createKnot>>;
  tlds: readonly string[];
  port: number;
  key: TsigKey;
  log: NonNullable<ZonesOptions["log"]>;
};

/** One loop: whatever is known to have changed is read again and sent; when that fails, all is written anew. */
function createPublisher({ sql, knot, tlds, port, key, log }: PublisherOptions) {
  const changedNames = new Set<string>();
  const glueOf = new Map<string, string[]>();
  const stopping = new AbortController();
  let server: ServerProcess | undefined;
  let isStale = true;
  let wake = () => {};
  let ended = Promise.resolve();

  const rememberGlue = ({ name, glue }: Delegation) => {
    if (glue.length > 0) {
      glueOf.set(
        name,
        glue.map((host) => host.name),
      );
    } else {
      glueOf.delete(name);
    }
  };

  async function writeAll(): Promise<void> {
    isStale = false;
    changedNames.clear();
    glueOf.clear();
    await writeZoneFiles(knot.zoneFolder, tlds, allDelegations(sql), rememberGlue);
    const started = await knot.start();
    server = started;
    void started.exited.then(() => {
      if (stopping.signal.aborted || server !== started) {
        return;
      }
      log({ event: "knot_ended" });
      isStale = true;
      wake();
    });
  }

  async function writeChanged(names: readonly string[]): Promise<void> {
    const delegations = new Map((await readDelegations(sql, names)).map((each) => [each.name, each]));
    const updates = new Map<string, Buffer[]>();
    for (const name of names) {
      const zone = zoneOf(name);
      if (!tlds.includes(zone)) {
        continue;
      }
      const delegation = delegations.get(name);
      const changes = changesOf(name, delegation, glueOf.get(name) ?? []);
      const added = changes.flatMap(wireChange);
      const pending = updates.get(zone) ?? [];
      if (byteLength(pending) + byteLength(added) > maxUpdateBytes) {
        await sendUpdate(port, zone, pending.splice(0), key, new Date());
      }
      updates.set(zone, [...pending, ...added]);
      rememberGlue(delegation ?? { name, nameservers: [], dsRecords: [], glue: [] });
    }
    for (const [zone, records] of updates) {
      await sendUpdate(port, zone, records, key, new Date());
    }
  }

  async function run(): Promise<void> {
    let delayMs = retryDelayMs.first;
    while (!stopping.signal.aborted) {
      const names = [...changedNames].slice(0, maxNamesPerTurn);
      if (!isStale && names.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      try {
        if (isStale) {
          await writeAll();
        } else {
          for (const name of names) {
            changedNames.delete(name);
          }
          await writeChanged(names);
        }
        delayMs = retryDelayMs.first;
      } catch (error) {
        if (stopping.signal.aborted) {
          return;
        }
        log({ event: "zones_failed", error });
        isStale = true;
        await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
        delayMs = Math.min(delayMs * 2, retryDelayMs.longest);
      }
    }
  }

  return {
    changed(name: string): void {
      changedNames.add(name);
      wake();
    },
    /** The line to the database was made anew: nobody knows what was announced in between. */
    missed(): void {
      isStale = true;
      wake();
    },
    serverPid: () => server?.pid ?? 0,
    /** Rejects when the zones cannot be served at all. */
    async start(): Promise<void> {
      await writeAll();
      ended = run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      wake();
      await ended;
    },
  };
}

const byteLength = (records: readonly Buffer[]) => records.reduce((sum, record) => sum + record.length, 0);
