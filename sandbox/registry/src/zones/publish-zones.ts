import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { freeLoopbackPort, lockFolder } from "@zonepost/server-process";
import postgres from "postgres";
import { createSchema } from "../state/create-schema.ts";
import type { TsigKey } from "./dns-messages.ts";
import type { HostedZones } from "./hosted-zones.ts";
import { createKnot, findKnot } from "./knot.ts";
import { ZonePublisher } from "./zone-publisher.ts";

export type ZonesOptions = {
  /** The registry's database. */
  databaseUrl: string;
  /** The folder with the signing keys and the zones. */
  folder: string;
  tlds: readonly string[];
  /** Default: 0, a free port. */
  port?: number;
  /** Is told which zones are delegated where. */
  hosted?: HostedZones | undefined;
  log?: ((entry: { event: string; [detail: string]: unknown }) => void) | undefined;
};

export type Zones = {
  /** The port on 127.0.0.1 that serves the zones, over UDP and TCP. */
  port: number;
  tlds: readonly string[];
  /** DS records of the zones' keys, in zone file format, as trust anchors for a validating resolver. */
  trustAnchors: readonly string[];
  /** The process that currently serves them. */
  serverPid(): number;
  close(): Promise<void>;
};

/** The zones can't be published on this machine. The message is for the sandbox's operator. */
export class ZonesUnavailableError extends Error {
  override readonly name = "ZonesUnavailableError";
}

const schemaLock = 7_305_100_912;
const channel = "registry_zones";

/**
 * Publishes the registry's signed zones with the delegations in its database: all of them at the start, then each name
 * as soon as it changes. The zones recover from a crash of the nameserver or of this process.
 */
export async function publishZones(options: ZonesOptions): Promise<Zones> {
  const { folder, tlds, hosted, log = () => {} } = options;
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
      const publisher = new ZonePublisher({ sql, knot, tlds, port, key, hosted, log });
      // Listening starts first, so that changes during the first read are read again.
      await sql.listen(
        channel,
        (name) => publisher.addChanged(name),
        () => publisher.markStale(),
      );
      await publisher.start();
      return {
        port,
        tlds,
        trustAnchors: await knot.trustAnchors(),
        serverPid: () => publisher.serverPid,
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
