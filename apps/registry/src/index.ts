import postgres from "postgres";
import { listen } from "./server.ts";
import type { RegistryLogEntry } from "./session/session.ts";
import { businessNow } from "./state/business-clock.ts";
import { createSchema } from "./state/create-schema.ts";
import { saveRegistrar } from "./state/registrars.ts";
import { seedDomains } from "./state/seed.ts";
import { causeTrouble, type Trouble } from "./state/trouble.ts";
import { makeSelfSigned, type TlsIdentity } from "./tls/self-signed.ts";

export { otherRegistrar } from "./state/seed.ts";
export type { RegistryLogEntry, TlsIdentity, Trouble };

export interface RegistryOptions {
  /** The registry keeps its state in the schema `registry` of this database, and makes what is missing. */
  databaseUrl: string;
  /** The registrar that the registry accredits: 3 to 16 characters, and a password of 6 to 16. */
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
  /** How long a close waits for commands in flight: 2.5 s */
  drainTimeoutMs?: number;
  log?: (entry: RegistryLogEntry) => void;
}

export interface Registry {
  port: number;
  /** What a client pins (`tls.ca`). */
  certificatePem: string;
  /** Makes coming commands slow, fail or lose their line. */
  causeTrouble(trouble: Trouble): Promise<void>;
  close(): Promise<void>;
}

/** Starts a registry: EPP over TLS (RFC 5730, 5731, 5734, 5910, 8748) on a real socket, with its state in PostgreSQL. */
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
      if (id !== undefined && password !== undefined) await saveRegistrar(sql, id, password);
    }
    if (options.seed) await seedDomains(sql, options.clientId, await businessNow(sql));
    const server = await listen({
      sql,
      host,
      port: options.port ?? 0,
      tls,
      serverId: "Zonepost sandbox registry",
      maxSessionsPerRegistrar: options.maxSessionsPerRegistrar ?? 200,
      idleTimeoutMs: options.idleTimeoutMs ?? 600_000,
      drainTimeoutMs: options.drainTimeoutMs ?? 2500,
      log: options.log ?? (() => {}),
    });
    return {
      port: server.port,
      certificatePem: tls.certificatePem,
      causeTrouble: (trouble) => causeTrouble(sql, trouble),
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
