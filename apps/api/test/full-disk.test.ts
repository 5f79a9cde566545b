import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { createStoppableDatabase } from "@zonepost/db/testing";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSmtpMailer } from "../src/adapters/smtp/index.ts";
import { watchDatabaseRoom } from "../src/kernel/database/database-room.ts";
import { databaseAlert } from "../src/wire/database-alert.ts";
import { type Api, startApi, type Workspace } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// PostgreSQL on a small file system, which is filled and freed.

const operator = "operator@example.com";

let mount: string | undefined;
let api: Api;
let workspace: Workspace;
let domain: string;

/** Containers may forbid it to root. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-small-disk-"));
  const args = ["-t", "tmpfs", "-o", "size=400m,mode=755", "zonepost-small-disk", folder];
  if (spawnSync("mount", args).status === 0) {
    return folder;
  }
  rmSync(folder, { recursive: true });
  return undefined;
}

const mayMount = (() => {
  const folder = mountSmallDisk();
  if (folder) {
    spawnSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  }
  return folder !== undefined;
})();

const filler = () => path.join(mount ?? "", "filler");

/** Takes all room that is left. */
function fillDisk(): void {
  const file = openSync(filler(), "a");
  try {
    for (const block of [Buffer.alloc(1_048_576), Buffer.alloc(4_096)]) {
      try {
        for (;;) {
          writeSync(file, block);
        }
      } catch {}
    }
  } finally {
    closeSync(file);
  }
}
const freeDisk = () => rmSync(filler());

beforeAll(async () => {
  if (mayMount) {
    mount = mountSmallDisk();
    const database = await createStoppableDatabase({
      parent: mount ?? "",
      // Its log stays small, so that the disk holds it.
      settings: { max_wal_size: "64MB", min_wal_size: "32MB" },
    });
    api = await startApi({ database });
    workspace = await api.createWorkspace();
    domain = await workspace.addDomain();
  }
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  if (mount) {
    spawnSync("umount", [mount]);
    rmSync(mount, { recursive: true });
  }
});

const readiness = async () => (await api.call({ path: "/health/ready" })).json.checks.database;

/** Adds rows to the domain's history and to the audit log. */
const change = (at: number) =>
  api.call({
    method: "PATCH",
    path: `/domains/${domain}`,
    cookie: workspace.owner.cookie,
    body: { autoRenew: at % 2 === 1 },
  });

/** Changes until one is refused; the first may reuse the space of old rows. */
async function changeUntilRefused() {
  for (let at = 0; ; at += 1) {
    const answer = await change(at);
    if (answer.status !== 200) {
      return answer;
    }
  }
}

const changeNameservers = (at: number) =>
  api.call({
    method: "PUT",
    path: `/domains/${domain}/nameservers`,
    cookie: workspace.owner.cookie,
    body: { nameservers: [{ host: `ns${at}.example.net` }, { host: "ns2.example.org" }] },
  });

/** An SMTP server that keeps what it accepts. */
async function startRelay() {
  const received: { to: string[]; raw: string }[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: async (stream, { envelope }, done) => {
      received.push({ to: envelope.rcptTo.map(({ address }) => address), raw: await text(stream) });
      done();
    },
  });
  const listener = relay.listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => relay.close(resolve)),
  };
}

describe.skipIf(!mayMount)("a full disk (skipped where no file system can be mounted)", () => {
  it("makes the API unready and each refused change a 503 that can be repeated, until there is room", async () => {
    await until("the API is ready", async () => (await readiness()) === "ok");
    fillDisk();
    const refused = await changeUntilRefused();
    expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([
      503,
      "database_unavailable",
      "5",
    ]);
    await until("the check has written", async () => (await readiness()) === "unavailable");
    freeDisk();
    await until("the API is ready again", async () => (await readiness()) === "ok");
    expect((await change(0)).status).toBe(200);
  });

  it("loses no event of an acknowledged change: a worker delivers each once there is room", async () => {
    const arrived = new Set<string>();
    const receiver = createServer((request, response) => {
      request.resume();
      arrived.add(String(request.headers["webhook-id"]));
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      await until("the endpoint is stored", async () => {
        const body = { url, events: ["*"] };
        const { cookie } = workspace.owner;
        return (await api.call({ method: "POST", path: "/webhooks/outbound", cookie, body })).status === 201;
      });
      await api.startWorker();
      fillDisk();
      let acknowledged = 0;
      while ((await changeNameservers(acknowledged)).status < 300) {
        acknowledged += 1;
      }
      freeDisk();
      await until("a change is stored", async () => (await changeNameservers(acknowledged)).status < 300);
      await until("all is delivered", async () => (await api.sql`select 1 from delivery_queue`).length === 0);
      const deliveries = await api.sql`select status from deliveries`;
      expect(deliveries.length).toBeGreaterThan(acknowledged);
      expect(deliveries.filter(({ status }) => status !== "succeeded")).toEqual([]);
      expect(arrived.size).toBe(deliveries.length);
    } finally {
      rmSync(filler(), { force: true });
      receiver.closeAllConnections();
      receiver.close();
    }
  });

  it("is emailed to the operator once for each time, whatever the number of workers", async () => {
    const relay = await startRelay();
    const mailer = createSmtpMailer({
      smtpUrl: relay.url,
      from: "Zonepost <no-reply@example.com>",
      messageIdHost: "api.example.com",
    });
    const workers = [1, 2, 3].map(() =>
      watchDatabaseRoom({
        db: api.db,
        directUrl: api.databaseUrl,
        log: pino({ level: "silent" }),
        alert: databaseAlert({ db: api.db, mailer }, operator),
      }),
    );
    const look = () => Promise.all(workers.map(({ sweep }) => sweep.run(new AbortController().signal)));
    try {
      await look();
      expect(relay.received).toEqual([]);
      for (const emails of [1, 2]) {
        fillDisk();
        await look();
        await look();
        expect(relay.received).toHaveLength(emails);
        freeDisk();
        await look();
      }
      const [first] = relay.received;
      expect(first?.to).toEqual([operator]);
      expect(first?.raw).toContain("Subject: The database can't store anything");
      // Long lines are folded (RFC 2045 section 6.7).
      expect(first?.raw.replaceAll("=\r\n", "")).toContain("No space left on device");
    } finally {
      for (const worker of workers) {
        await worker.close();
      }
      mailer.close();
      await relay.close();
    }
  });
});
