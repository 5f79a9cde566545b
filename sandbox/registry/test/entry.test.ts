import { type ChildProcess, fork } from "node:child_process";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { createEppClient, type EppClient } from "@zonepost/epp";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findKnot, findUnbound } from "../src/zones/index.ts";
import { credentials } from "./raw-session.ts";

const entry = path.resolve(import.meta.dirname, "../src/entry/registry.ts");
let database: TestDatabase;
let folder: string;
const running: ChildProcess[] = [];
const clients: EppClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "registry-entry-"));
});
afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.close();
  }
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
    }
  }
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

type Started = {
  child: ChildProcess;
  output: () => string;
  /** Resolves once the output contains a text. Output may arrive after other signs of the same event. */
  prints(text: string): Promise<void>;
  exit: Promise<[code: number | null, signal: string | null]>;
};

function start(changes: Record<string, string | undefined> = {}): Started {
  const env = {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    EPP_CLIENT_ID: credentials.clientId,
    EPP_PASSWORD: credentials.password,
    ...changes,
  };
  const child = fork(entry, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  running.push(child);
  let output = "";
  const watchers = new Set<() => void>();
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) {
    stream.on("data", (chunk) => {
      output += String(chunk);
      for (const watcher of watchers) {
        watcher();
      }
    });
  }
  return {
    child,
    output: () => output,
    prints: (text) =>
      new Promise((resolve) => {
        const look = () => output.includes(text) && resolve();
        watchers.add(look);
        look();
      }),
    // The output may arrive after the process has ended.
    exit: Promise.all([once(child, "exit"), ...streams.map((stream) => once(stream, "end"))]).then(
      ([[code, signal]]) => [code, signal],
    ),
  };
}

async function ready({ child, exit, output }: Started): Promise<number> {
  const message = await Promise.race([
    once(child, "message"),
    exit.then(() => Promise.reject(new Error(output()))),
  ]);
  expect(message[0]).toEqual({ type: "ready", port: expect.any(Number) });
  return (message[0] as { port: number }).port;
}

async function connect(port: number): Promise<EppClient> {
  const ca = await readFile(path.join(folder, "registry/certificate.pem"));
  const client = createEppClient({ host: "127.0.0.1", port, tls: { ca }, ...credentials });
  clients.push(client);
  return client;
}

it("prints its address, stores its certificate for clients to pin, and is seeded", async () => {
  const registry = start();
  const port = await ready(registry);
  await registry.prints(`"port":${port}`);
  const client = await connect(port);
  await expect(client.domainInfo("juniper-and-oak.com")).resolves.toMatchObject({ code: 1000 });
  const certificate = await readFile(path.join(folder, "registry/certificate.pem"), "utf8");

  const next = start();
  await ready(next);
  expect(await readFile(path.join(folder, "registry/certificate.pem"), "utf8")).toBe(certificate);
});

it("listens on the configured port", async () => {
  const free = start();
  const port = await ready(free);
  free.child.kill("SIGTERM");
  await free.exit;
  expect(await ready(start({ REGISTRY_PORT: String(port) }))).toBe(port);
});

it("exits with 0 on SIGTERM, with open sessions", async () => {
  const registry = start();
  const client = await connect(await ready(registry));
  await client.hello();
  registry.child.kill("SIGTERM");
  expect(await registry.exit).toEqual([0, null]);
});

it("exits when its parent is gone", async () => {
  const registry = start();
  await ready(registry);
  registry.child.disconnect();
  expect(await registry.exit).toEqual([0, null]);
});

it("uses a configured key and certificate", async () => {
  const other = await mkdtemp(path.join(tmpdir(), "registry-entry-"));
  const registry = start({
    DATA_DIR: other,
    EPP_TLS_KEY: path.join(folder, "registry/key.pem"),
    EPP_TLS_CERT: path.join(folder, "registry/certificate.pem"),
  });
  const client = await connect(await ready(registry));
  await expect(client.hello()).resolves.toMatchObject({ versions: ["1.0"] });
  await rm(other, { recursive: true });
});

it.each([
  ["EPP_PASSWORD", { EPP_PASSWORD: undefined }],
  ["EPP_CLIENT_ID", { EPP_CLIENT_ID: "this-is-far-too-long" }],
  ["REGISTRY_PORT", { REGISTRY_PORT: "70000" }],
  ["EPP_TLS_CERT", { EPP_TLS_KEY: "/key.pem" }],
])("exits with 1 and names %s if invalid, without any password", async (name, changes) => {
  const registry = start(changes);
  expect(await registry.exit).toEqual([1, null]);
  expect(registry.output()).toContain(name);
  expect(registry.output()).not.toContain(credentials.password);
});

it("exits with 1 if its database is unavailable", async () => {
  const registry = start({ DATABASE_URL: "postgres://unknown@127.0.0.1:1/nothing" });
  expect((await registry.exit)[0]).toBe(1);
});

const hasDns = (await findKnot()) !== undefined && (await findUnbound()) !== undefined;

it.skipIf(!hasDns)(
  "publishes its zones in the configured folder, and stops their servers with itself (skipped without Knot and Unbound)",
  async () => {
    const registry = start({ SANDBOX_DNS: "true" });
    await ready(registry);
    const addressFile = path.join(folder, "registry/dns/address.json");
    const { resolverPort } = JSON.parse(await readFile(addressFile, "utf8"));
    const resolver = new Resolver({ timeout: 10_000, tries: 2 });
    resolver.setServers([`127.0.0.1:${resolverPort}`]);
    expect(await resolver.resolveSoa("com")).toMatchObject({ hostmaster: "hostmaster.registry.invalid" });
    registry.child.kill("SIGTERM");
    expect(await registry.exit).toEqual([0, null]);
    await expect(readFile(addressFile)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(resolver.resolveSoa("com")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  },
);
