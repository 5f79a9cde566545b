import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  freeLoopbackPort,
  type KeptServer,
  keepRunning,
  type ServerProcess,
  startServerProcess,
} from "@zonepost/server-process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitUntilReady } from "../src/servers/wait-until-ready.ts";

// Small programs in the place of the mail servers: what counts as running doesn't depend on what they do.

let folder: string;
let port: number;
let milter: Server;
let foreign: ServerProcess | undefined;
const servers: KeptServer[] = [];
const lines: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "zp-ready-"));
  port = await freeLoopbackPort();
  await mkdir(path.join(folder, "rspamd"));
  milter = createServer().listen(path.join(folder, "rspamd/milter.sock"));
  lines.length = 0;
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  milter.close();
  await foreign?.stop();
  foreign = undefined;
  await rm(folder, { recursive: true });
});

async function start(script: string): Promise<KeptServer> {
  const server = await keepRunning({
    name: "postfix",
    log: (line) => lines.push(line),
    start: () => startServerProcess(process.execPath, ["-e", script], () => {}, { hasOwnGroup: true }),
  });
  servers.push(server);
  return server;
}

const listens = () => `require("net").createServer().listen(${port}, "127.0.0.1")`;

const wait = (withinMs: number) => {
  const ports = { smtp: port } as never;
  const folders = { run: folder, logs: "/logs" } as never;
  return waitUntilReady({ ports, internalPorts: {} as never, folders }, servers, { withinMs });
};

describe("the mail servers are ready", () => {
  it("once a server holds its port", async () => {
    await start(listens());
    await wait(20_000);
  });

  it.each([
    [
      "ends at its start",
      () => 'console.error("fatal: no reason to live"); process.exit(1)',
      "fatal: no reason to live",
    ],
    ["ends without a word", () => "process.exit(0)", "it gave no reason"],
    ["runs without its port", () => "setInterval(() => {}, 1e6)", "listens on the ports smtp"],
  ])("never while a server %s", async (_what, script, reason) => {
    await start(script());
    await expect(wait(1_500)).rejects.toThrow(reason);
  });

  it("never while another program has the port of a server", async () => {
    const hasPort = Promise.withResolvers<void>();
    const script = `${listens()}.on("listening", () => console.log("listening"))`;
    foreign = await startServerProcess(process.execPath, ["-e", script], () => hasPort.resolve());
    await hasPort.promise;
    await start(`${listens()}.on("error", (error) => { console.error(error.message); process.exit(1); })`);
    await expect(wait(1_500)).rejects.toThrow("EADDRINUSE");
  });

  it("again after a server that ended later is back, and its reason was told", async () => {
    const server = await start(listens());
    await wait(20_000);
    server.signal("SIGKILL");
    await expect.poll(() => lines.join()).toContain("postfix ended: it gave no reason; starting it again");
    await wait(20_000);
  });
});
