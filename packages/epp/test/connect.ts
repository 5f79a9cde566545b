import { afterEach } from "vitest";
import type { EppClient } from "../src/client/api.ts";
import { createEppClient } from "../src/client/client.ts";
import type { EppClientOptions } from "../src/client/options.ts";
import { createEppPool, type EppPool, type EppPoolOptions } from "../src/client/pool.ts";
import { type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

type Address = Pick<ScriptedServer, "port" | "tls">;

const started: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const item of started.splice(0).reverse()) {
    await item.close();
  }
});

const closeAfterTest = <Item extends { close(): Promise<void> }>(item: Item): Item => {
  started.push(item);
  return item;
};

const optionsFor = (server: Address) => ({
  host: "127.0.0.1",
  port: server.port,
  tls: server.tls,
  clientId: "ClientX",
  password: "foo-BAR2",
  reconnectDelayMs: { minimum: 1, maximum: 2 },
});

/** Starts a server that the test closes at its end. */
export const start = async (...script: Parameters<typeof startScriptedServer>): Promise<ScriptedServer> =>
  closeAfterTest(await startScriptedServer(...script));

/** Creates a client that the test closes at its end. */
export const connectClient = (server: Address, options: Partial<EppClientOptions> = {}): EppClient =>
  closeAfterTest(createEppClient({ ...optionsFor(server), ...options }));

/** Creates a pool, of two sessions by default, that the test closes at its end. */
export const connectPool = (server: Address, options: Partial<EppPoolOptions> = {}): EppPool =>
  closeAfterTest(createEppPool({ ...optionsFor(server), maxSessions: 2, ...options }));
