import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailEncryptionKey } from "./support/mail/customers.ts";
import { startMailServers } from "./support/mail/mail-host.ts";
import { skipsMailServers } from "./support/mail/setup.ts";
import { startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// The sandbox's mail servers after a start with ports of an earlier version, and when one of them keeps ending.

let api: Awaited<ReturnType<typeof startApi>>;
let servers: Awaited<ReturnType<typeof startMailServers>>;

beforeAll(async () => {
  if (skipsMailServers) {
    return;
  }
  api = await startApi();
  servers = await startMailServers(api.databaseUrl, mailEncryptionKey, {
    prepare(dataDir) {
      mkdirSync(path.join(dataDir, "mail"));
      // As a random choice once did.
      writeFileSync(
        path.join(dataDir, "mail/ports.json"),
        JSON.stringify({ forwarding: 21_978, srsForward: 21_978, imap: 21_978 }),
      );
    },
  });
});
afterAll(async () => {
  await servers?.stop();
  servers?.remove();
  await api?.[Symbol.asyncDispose]();
});

const masterPid = () =>
  Number(readFileSync(path.join(servers.dataDir, "mail/state/postfix/queue/pid/master.pid"), "utf8"));

/** Takes the port as soon as it is free. */
async function take(port: number) {
  for (;;) {
    const server = createServer().listen(port, "127.0.0.1");
    const isTaken = await Promise.race([
      once(server, "listening").then(() => false),
      once(server, "error").then(
        () => true,
        () => true,
      ),
    ]).catch(() => true);
    if (!isTaken) {
      return server;
    }
    await delay(5);
  }
}

describe.skipIf(skipsMailServers)("the sandbox's mail servers", () => {
  it("start with ports of their own, although two had the same one", () => {
    const ports = Object.values(
      JSON.parse(readFileSync(path.join(servers.dataDir, "mail/ports.json"), "utf8")),
    );
    expect(ports.length).toBeGreaterThan(12);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it("aren't offered while one of them can't start, which is told with its last line each time, and are again afterwards", async () => {
    const { smtp } = servers.ports;
    process.kill(masterPid(), "SIGKILL");
    const held = await take(smtp);
    try {
      const reason = `fatal: bind 127.0.0.1 port ${smtp}: Address already in use`;
      await until("it has ended twice", () =>
        new RegExp(`postfix ended \\d times in a row: .*${reason}; starting it again`).test(servers.output()),
      );
      expect(existsSync(servers.addressFile)).toBe(false);
    } finally {
      held.close();
    }
    await until("all of them run again", () => existsSync(servers.addressFile));
    await until("that is told", () => servers.output().includes("the mail servers run again"));
  });
});
