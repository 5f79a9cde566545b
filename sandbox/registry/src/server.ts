import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type postgres from "postgres";
import { type CommandRate, limitCommandRate } from "./session/command-rate.ts";
import type { RegistryLogEntry } from "./session/registry-context.ts";
import { Session } from "./session/session.ts";
import type { TlsIdentity } from "./tls/self-signed.ts";

const handshakeTimeoutMs = 10_000;

export type RegistryServerOptions = {
  sql: postgres.Sql;
  host: string;
  port: number;
  tls: TlsIdentity;
  serverId: string;
  maxSessionsPerRegistrar: number;
  idleTimeoutMs: number;
  drainTimeoutMs: number;
  commandRate?: CommandRate;
  log(entry: RegistryLogEntry): void;
};

export type RegistryServer = {
  port: number;
  /** Accepts no more connections, waits for running commands, and closes the rest after a time limit. */
  close(): Promise<void>;
};

/** Listens for EPP over TLS (RFC 5734). */
export async function listen(options: RegistryServerOptions): Promise<RegistryServer> {
  const sessions = new Map<TLSSocket, Session>();
  const sessionsOf = new Map<string, number>();
  const transactionPrefix = `ZPREG-${randomBytes(6).toString("hex")}`;
  let transactions = 0;
  const commandRate = limitCommandRate(options.commandRate);

  const server = createServer({
    key: options.tls.keyPem,
    cert: options.tls.certificatePem,
    minVersion: "TLSv1.2",
    handshakeTimeout: handshakeTimeoutMs,
  });

  server.on("secureConnection", (socket) => {
    socket.setNoDelay(true);
    socket.setTimeout(options.idleTimeoutMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sessions.delete(socket));
    const session = new Session(socket, {
      sql: options.sql,
      serverId: options.serverId,
      nextTransactionId() {
        transactions += 1;
        return `${transactionPrefix}-${transactions}`;
      },
      admit(registrar) {
        const held = sessionsOf.get(registrar) ?? 0;
        if (held >= options.maxSessionsPerRegistrar) {
          return false;
        }
        sessionsOf.set(registrar, held + 1);
        return true;
      },
      leave(registrar) {
        sessionsOf.set(registrar, (sessionsOf.get(registrar) ?? 1) - 1);
      },
      commandRate,
      log: options.log,
    });
    sessions.set(socket, session);
  });
  // A failed handshake only concerns its client.
  server.on("tlsClientError", () => {});

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve();
    });
  });

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      const giveUp = setTimeout(() => {
        for (const socket of sessions.keys()) {
          socket.destroy();
        }
      }, options.drainTimeoutMs);
      for (const session of sessions.values()) {
        void session.drain();
      }
      // Resolves when all connections are closed, including those of commands that hang.
      await closed;
      clearTimeout(giveUp);
    },
  };
}
