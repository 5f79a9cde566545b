import postgres from "postgres";
import { settlePending } from "./commands/pending.ts";
import { createOtherSide, type OtherSide } from "./other-side.ts";
import { listen } from "./server.ts";
import type { CommandRate } from "./session/command-rate.ts";
import type { RegistryLogEntry } from "./session/registry-context.ts";
import { businessNow } from "./state/business-clock.ts";
import { createSchema } from "./state/create-schema.ts";
import { assureRegistrar, saveRegistrar } from "./state/registrars.ts";
import { otherRegistrar, seedDomains } from "./state/seed.ts";
import { causeTrouble, type Trouble } from "./state/trouble.ts";
import { makeSelfSigned, type TlsIdentity } from "./tls/self-signed.ts";

export { movingInAuthInfo, movingInDomains } from "./state/moving-in.ts";
export type { CommandRate, OtherSide, RegistryLogEntry, TlsIdentity, Trouble };
export { otherRegistrar };

export type RegistryOptions = {
  /** The registry keeps its state in the schema `registry` of this database, and makes what is missing. */
  databaseUrl: string;
  /** The registrar that the registry accredits: 3 to 16 characters, and a password of 6 or more (RFC 8807). */
  clientId: string;
  password: string;
  /** 127.0.0.1 */
  host?: string;
  /** 0, the default, for a free one */
  port?: number;
  /** A certificate of its own, for this run alone, when left out. */
  tls?: TlsIdentity;
  /** Whether an empty registry gets the sandbox's portfolio. */
  seed?: boolean;
  /** Further registrars: password by client identifier. */
  registrars?: Readonly<Record<string, string>>;
  /** Sessions that one registrar may have at once: 200 */
  maxSessionsPerRegistrar?: number;
  /** A session that says nothing for so long is closed: 10 min */
  idleTimeoutMs?: number;
  /** Commands that one registrar may send: as many as it likes when left out. */
  commandRate?: CommandRate;
  /** How long a close waits for commands in flight: 2.5 s */
  drainTimeoutMs?: number;
  log?: (entry: RegistryLogEntry) => void;
};

export interface Registry extends OtherSide {
  port: number;
  /** What a client pins (`tls.ca`). */
  certificatePem: string;
  /** Makes coming commands slow, fail or lose their line. */
  causeTrouble(trouble: Trouble): Promise<void>;
  /** Carries out all commands that were answered 1001, and tells their registrars. Returns how many there were. */
  settlePending(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a registry: EPP over TLS (RFC 5730 to 5734, 3915, 5910, 8590, 8748, 8807) on a real socket, with its state in PostgreSQL. */
export async function startRegistry(options: RegistryOptions): Promise<Registry> {
  const host = options.host ?? "127.0.0.1";
  const tls = options.tls ?? makeSelfSigned("Zonepost sandbox registry", certificateHosts(host), new Date());
  const sql = postgres(options.databaseUrl, {
    max: 5,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: "zonepost-registry", TimeZone: "UTC" },
  });
  try {
    await createSchema(sql);
    for (const [id, password] of [
      [options.clientId, options.password],
      ...Object.entries(options.registrars ?? {}),
    ]) {
      if (id !== undefined && password !== undefined) {
        await saveRegistrar(sql, id, password);
      }
    }
    await assureRegistrar(sql, otherRegistrar);
    if (options.seed) {
      await seedDomains(sql, options.clientId, await businessNow(sql));
    }
    const server = await listen({
      sql,
      host,
      port: options.port ?? 0,
      tls,
      serverId: "Zonepost sandbox registry",
      maxSessionsPerRegistrar: options.maxSessionsPerRegistrar ?? 200,
      idleTimeoutMs: options.idleTimeoutMs ?? 600_000,
      drainTimeoutMs: options.drainTimeoutMs ?? 2500,
      ...(options.commandRate && { commandRate: options.commandRate }),
      log: options.log ?? (() => {}),
    });
    return {
      port: server.port,
      certificatePem: tls.certificatePem,
      causeTrouble: (trouble) => causeTrouble(sql, trouble),
      settlePending: async () => await settlePending(sql, await businessNow(sql)),
      ...createOtherSide(sql),
      async close() {
        await server.close();
        await sql.end({ timeout: 1 });
      },
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** The names and addresses that a registry's own certificate covers. */
export function certificateHosts(host: string): string[] {
  return [...new Set(["localhost", "127.0.0.1", "::1", host])].filter(
    (name) => name !== "0.0.0.0" && name !== "::",
  );
}

/** The other side of a registry that runs elsewhere, by way of the database in which it keeps its state. */
export function connectOtherSide(databaseUrl: string): OtherSide & { close(): Promise<void> } {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  return { ...createOtherSide(sql), close: () => sql.end() };
}
