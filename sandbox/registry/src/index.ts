import { toMinorUnits } from "@zonepost/epp";
import postgres from "postgres";
import { settlePending } from "./commands/pending.ts";
import { createOtherRegistrar, type OtherRegistrar } from "./other-registrar.ts";
import { registryMessage } from "./registry-message.ts";
import { listen } from "./server.ts";
import type { CommandRate } from "./session/command-rate.ts";
import type { RegistryLogEntry } from "./session/registry-context.ts";
import { businessNow } from "./state/business-clock.ts";
import { createSchema } from "./state/create-schema.ts";
import { type Fault, injectFault } from "./state/faults.ts";
import { queueMessages } from "./state/poll-messages.ts";
import { assureRegistrar, saveRegistrar, setAvailableCredit } from "./state/registrars.ts";
import { otherRegistrar, seedDomains } from "./state/seed.ts";
import { makeSelfSigned, type TlsIdentity } from "./tls/self-signed.ts";

export { movingInAuthInfo, movingInDomains } from "./state/moving-in.ts";
export type { CommandRate, Fault, OtherRegistrar, RegistryLogEntry, TlsIdentity };
export { otherRegistrar };

export type RegistryOptions = {
  /** The registry stores its state in the schema `registry` of this database and creates it if necessary. */
  databaseUrl: string;
  /** The accredited registrar: 3 to 16 characters, and a password of at least 6 (RFC 8807). */
  clientId: string;
  password: string;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Default: 0, a free port. */
  port?: number;
  /** Default: a self-signed certificate for this run only. */
  tls?: TlsIdentity;
  /** Whether to fill an empty registry with the sandbox's portfolio. */
  seed?: boolean;
  /** Other registrars: their passwords by client identifier. */
  registrars?: Readonly<Record<string, string>>;
  /** Limit of concurrent sessions per registrar. Default: 200. */
  maxSessionsPerRegistrar?: number;
  /** Idle time after which a session is closed. Default: 10 minutes. */
  idleTimeoutMs?: number;
  /** Rate limit of commands per registrar. Default: none. */
  commandRate?: CommandRate;
  /** How long a close waits for commands in progress. Default: 2.5 seconds. */
  drainTimeoutMs?: number;
  log?: (entry: RegistryLogEntry) => void;
};

export interface Registry extends OtherRegistrar {
  port: number;
  /** The certificate for clients to pin (`tls.ca`). */
  certificatePem: string;
  /** Makes the next commands slow, fail or lose their connection. */
  injectFault(fault: Fault): Promise<void>;
  /**
   * Queues a message of the registry itself for the accredited registrar: `low-balance`, `maintenance` or `text`.
   * `low-balance` also leaves that much credit in the account.
   */
  sendMessage(kind: string, argument?: string): Promise<string>;
  /** Executes all pending commands and notifies their registrars. Returns the number of commands. */
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
      injectFault: (fault) => injectFault(sql, fault),
      sendMessage: (kind, argument) => sendMessage(sql, options.clientId, kind, argument),
      settlePending: async () => await settlePending(sql, await businessNow(sql)),
      ...createOtherRegistrar(sql),
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

/** The names and addresses that the self-signed certificate covers. */
export function certificateHosts(host: string): string[] {
  return [...new Set(["localhost", "127.0.0.1", "::1", host])].filter(
    (name) => name !== "0.0.0.0" && name !== "::",
  );
}

/** Acts as the other registrar of a registry in another process, through its database. */
export function connectOtherRegistrar(databaseUrl: string): OtherRegistrar & { close(): Promise<void> } {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  return { ...createOtherRegistrar(sql), close: () => sql.end({ timeout: 1 }) };
}

/** Sends messages of a registry in another process, through its database, to the registrar with the most domains. */
export function connectRegistryMessages(databaseUrl: string): {
  send(kind: string, argument?: string): Promise<string>;
  close(): Promise<void>;
} {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  return {
    async send(kind, argument) {
      const [registrar] = await sql<{ id: string }[]>`
        select id from registry.registrars where id <> ${otherRegistrar}
        order by (select count(*) from registry.domains where sponsor = registrars.id) desc, id limit 1`;
      return sendMessage(sql, registrar?.id ?? "", kind, argument);
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

/** Returns the text of the message. */
async function sendMessage(sql: postgres.Sql, registrar: string, kind: string, argument: string | undefined) {
  const queuedAt = await businessNow(sql);
  const message = registryMessage(kind, argument, queuedAt);
  if (!message) {
    throw new Error(`the registry has no message ${kind} ${argument ?? ""}`);
  }
  if (message.subject?.type === "lowBalance") {
    await setAvailableCredit(sql, registrar, toMinorUnits(message.subject.lowBalance.availableCredit));
  }
  await queueMessages(sql, [{ ...message, registrar, queuedAt }]);
  return message.text;
}
