import { createSocket, type Socket } from "node:dgram";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type APIRequestContext, request } from "@playwright/test";
import { connectOtherRegistrar } from "@zonepost/registry";
import { demo } from "./installation.ts";
import { send } from "./people.ts";
import { test as base } from "./test.ts";

/** An authoritative nameserver on 127.0.0.1 that has no records for any zone, so that all of them are unsigned. */
async function startUnsignedNameserver(): Promise<{ port: number; stop: () => void }> {
  const socket: Socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    // RFC 1035 section 4.1: the header is 12 bytes, followed by the question's name, type and class.
    let end = 12;
    while (question[end]) {
      end += (question[end] ?? 0) + 1;
    }
    const answer = Buffer.from(question.subarray(0, end + 5));
    // An authoritative response to the question, without an error or records.
    answer.writeUInt16BE(0x8400, 2);
    answer.writeUInt16BE(1, 4);
    answer.fill(0, 6, 12);
    socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { port: (socket.address() as AddressInfo).port, stop: () => socket.close() };
}

async function startOwnSandbox() {
  const nameserver = await startUnsignedNameserver();
  const { startSandbox } = await import("../../../../sandbox/testing.mjs");
  const sandbox = await startSandbox({ env: { DNS_NAMESERVER_PORT: String(nameserver.port) } });
  const api = await request.newContext({
    baseURL: sandbox.apiUrl,
    extraHTTPHeaders: { origin: sandbox.panelUrl },
  });
  await send(api, "/auth/sign-in/email", demo);
  const secret = readFileSync(path.join(sandbox.dataDir, "postgres/password"), "utf8").trim();
  const databaseUrl = `postgres://zonepost:${secret}@127.0.0.1:${sandbox.ports.postgres}/zonepost`;
  const otherSide = connectOtherRegistrar(databaseUrl);
  return {
    api,
    /** The other registrar in transfers. */
    otherSide,
    panelUrl: sandbox.panelUrl,
    databaseUrl,
    storageState: await api.storageState(),
    /** Runs `work` while the API accepts requests but doesn't answer them. */
    async whileApiHangs(work: () => Promise<void>) {
      const pids: number[] = sandbox.readRun().pids.api;
      for (const pid of pids) {
        process.kill(pid, "SIGSTOP");
      }
      try {
        await work();
      } finally {
        for (const pid of pids) {
          process.kill(pid, "SIGCONT");
        }
      }
    },
    /** A nameserver whose zones are all unsigned. */
    unsignedNameserver: "127.0.0.1",
    async stop() {
      await api.dispose();
      await otherSide.close();
      await sandbox.stop();
      nameserver.stop();
    },
  };
}

export type OwnSandbox = Awaited<ReturnType<typeof startOwnSandbox>>;

/** Advances the sandbox's clock, and waits for the work that becomes due: the API answers 202 after a minute. */
export const advance = (api: APIRequestContext, days: number) =>
  send(api, "/sandbox/clock/advance", { seconds: days * 86_400 }, { timeout: 180_000 });

/** Tests with their own installation, clock and nameservers. */
export const test = base.extend<object, { sandbox: OwnSandbox }>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const sandbox = await startOwnSandbox();
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  context: async ({ browser, sandbox }, use) => {
    const context = await browser.newContext({
      baseURL: sandbox.panelUrl,
      storageState: sandbox.storageState,
      locale: "en-GB",
    });
    await use(context);
    await context.close();
  },
});
