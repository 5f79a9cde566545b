import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { domains } from "@zonepost/db";
import { createStoppableDatabase } from "@zonepost/db/testing";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import type { MailDkimKey } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createMailCustomers,
  type Domain,
  type Mailbox,
  mailEncryptionKey,
  messageOf,
} from "./support/mail/customers.ts";
import {
  hasMailServers,
  type Login,
  SmtpSession,
  startMailServers,
  verifyDkim,
} from "./support/mail/mail-host.ts";
import { type Api, startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// Many messages over real mail servers while keys rotate, PostgreSQL is stopped, and the disk of the queue is full.

const queueMegabytes = 96;
const connections = 6;

let database: Awaited<ReturnType<typeof createStoppableDatabase>>;
let api: Api;
let customers: ReturnType<typeof createMailCustomers>;
let servers: Awaited<ReturnType<typeof startMailServers>>;
let queue: string;
let own: Domain;
let anna: Mailbox;
let ben: Mailbox;

beforeAll(async () => {
  if (!hasMailServers) {
    return;
  }
  database = await createStoppableDatabase();
  api = await startApi({ database });
  customers = createMailCustomers(api);
  const mountQueue = (dataDir: string) => {
    queue = path.join(dataDir, "mail/state/postfix/queue");
    mkdirSync(queue, { recursive: true });
    if (mayMount) {
      mount(queue);
    }
  };
  [servers, own] = await Promise.all([
    startMailServers(api.databaseUrl, mailEncryptionKey, { prepare: mountQueue }),
    customers.activate(),
  ]);
  [anna, ben] = await Promise.all([
    customers.createMailbox(own, "anna"),
    customers.createMailbox(own, "ben"),
  ]);
  await until("mail is signed", async () =>
    (await submit(anna, "ready@external.example", "ready")).startsWith("250"),
  );
});
afterAll(async () => {
  await servers?.stop();
  if (mayMount && queue) {
    spawnSync("umount", [queue]);
  }
  servers?.remove();
  await api?.[Symbol.asyncDispose]();
});

function mount(folder: string): boolean {
  const options = `size=${queueMegabytes}m,mode=755`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "zonepost-queue", folder]).status === 0;
}

const mayMount = hasMailServers && tryMount();

/** Containers may forbid it to root. */
function tryMount(): boolean {
  const folder = mkdtempSync(path.join(placeForTests(), "zp-mount-"));
  const isMounted = mount(folder);
  if (isMounted) {
    spawnSync("umount", [folder]);
  }
  rmSync(folder, { recursive: true });
  return isMounted;
}

/** A message from a signed-in account. Resolves to the last reply. */
async function submit(login: Login, to: string, mark: string): Promise<string> {
  const { session, reply } = await SmtpSession.signIn(servers.ports.submission, login);
  const last = reply.startsWith("235")
    ? await session.send(login.user, to, messageOf(login.user, mark))
    : reply;
  session.close();
  return last;
}

/** A message from another host. Resolves to the last reply. */
async function fromOutside(to: string, mark: string): Promise<string> {
  const session = await SmtpSession.open(servers.ports.smtp);
  const from = "x@outside.example";
  const reply = await session.send(from, to, messageOf(from, mark));
  session.close();
  return reply;
}

/** How many of the marks are the subject of no message, of one, of two, and so on. */
function countOf(marks: readonly string[], messages: readonly string[]): Record<number, number> {
  const subjects = messages.map((text) => /^Subject: (\S+)\r?$/m.exec(text)?.[1]);
  const counts: Record<number, number> = {};
  for (const mark of marks) {
    const count = subjects.filter((subject) => subject === mark).length;
    counts[count] = (counts[count] ?? 0) + 1;
  }
  return counts;
}

const marksOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}-${process.pid}`);

describe.skipIf(!hasMailServers)("a storm of mail (skipped without the mail servers)", () => {
  it("delivers each of 1,000 messages once, with a signature that verifies, while the key is rotated", async () => {
    await api.db
      .update(domains)
      .set({ nameservers: ["ns1.example.net", "ns2.example.net"] })
      .where(eq(domains.name, own.name));
    const [external, internal] = [marksOf("external", 500), marksOf("internal", 500)];
    const waiting = external.flatMap((mark, at) => [
      { to: "you@external.example", mark },
      { to: ben.user, mark: internal[at] ?? "" },
    ]);
    let rotated: Promise<void> | undefined;
    await api.sql`update mail_domains set plan_slug = 'business' where domain_name = ${own.name}`;
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        // Two senders, each below the sending limit.
        const login = connection % 2 === 0 ? anna : ben;
        const { session } = await SmtpSession.signIn(servers.ports.submission, login);
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          if (waiting.length < 700) {
            rotated ??= customers.rotateKey(own);
          }
          expect(await session.send(login.user, next.to, messageOf(login.user, next.mark))).toMatch(/^250/);
        }
        session.close();
      }),
    );
    await rotated;
    await expect.poll(() => countOf(internal, servers.stored(ben)), { timeout: 60_000 }).toEqual({ 1: 500 });
    await expect.poll(() => countOf(external, servers.outgoing()), { timeout: 60_000 }).toEqual({ 1: 500 });
    const keys: MailDkimKey[] = await customers.rest(own.workspace, "GET", `/me/mail/${own.name}/dkim`);
    expect(keys.map(({ stage }) => stage)).toEqual(["active", "retiring"]);
    const sent = [...servers.outgoing(), ...servers.stored(ben)].filter((text) =>
      /^Subject: (external|internal)-/m.test(text),
    );
    expect(await verifyDkim(sent, keys)).toEqual(sent.map(() => true));
    const selectors = new Set(sent.map((text) => /\bs=(\w+);/.exec(text)?.[1]));
    expect(selectors).toEqual(new Set(keys.map(({ selector }) => selector)));
  });

  it("refuses no message for good and loses none while PostgreSQL is stopped and started again", async () => {
    const [outside, own] = [marksOf("outside", 150), marksOf("own", 150)];
    const replies: string[] = [];
    let isAway = false;
    const sendAll = async (marks: readonly string[], send: (mark: string) => Promise<string>) => {
      for (const mark of marks) {
        for (;;) {
          const reply = await send(mark);
          replies.push(`${isAway ? "away" : "there"} ${reply.slice(0, 3)}`);
          if (reply.startsWith("2")) {
            break;
          }
          expect(reply).toMatch(/^4\d\d /);
          await delay(200);
        }
      }
    };
    const halves = (marks: readonly string[]) => [marks.slice(0, 75), marks.slice(75)];
    const sending = Promise.all([
      ...halves(outside).map((marks) => sendAll(marks, (mark) => fromOutside(ben.user, mark))),
      ...halves(own).map((marks) => sendAll(marks, (mark) => submit(anna, ben.user, mark))),
    ]);
    await delay(1_000);
    isAway = true;
    await database.stop();
    await delay(6_000);
    await database.start();
    isAway = false;
    await sending;
    expect(replies.filter((reply) => /^away 4/.test(reply)).length).toBeGreaterThan(4);
    await expect
      .poll(() => countOf([...outside, ...own], servers.stored(ben)), { timeout: 90_000 })
      .toEqual({ 1: 300 });
  });

  it.skipIf(!mayMount)(
    "defers mail while the disk of the queue is full (skipped without mount)",
    async () => {
      const filler = path.join(queue, "filler");
      const fillTo = (freeMegabytes: number) => {
        rmSync(filler, { force: true });
        const { bavail, bsize } = statfsSync(queue);
        writeFileSync(filler, Buffer.alloc(bavail * bsize - freeMegabytes * 2 ** 20));
      };
      const marks = marksOf("full", 20);
      const [first = "", second = "", ...others] = marks;
      // One message waits in the queue, another is on its way when the last byte is used.
      expect(await fromOutside(ben.user, first)).toMatch(/^250/);
      const session = await SmtpSession.open(servers.ports.smtp);
      for (const line of ["MAIL FROM:<x@outside.example>", `RCPT TO:<${ben.user}>`, "DATA"]) {
        expect(await session.command(line)).toMatch(/^[23]/);
      }
      fillTo(0);
      const large = "x".repeat(1_000).concat("\r\n").repeat(500);
      expect(await session.command(`${messageOf("x@outside.example", second)}${large}.`)).toMatch(/^4\d\d /);
      session.close();
      fillTo(20);
      const isRefused = (reply: string) => expect(reply).toMatch(/^452 4\.3\.1/);
      isRefused(await fromOutside(ben.user, second));
      isRefused(await submit(anna, ben.user, second));
      rmSync(filler);
      for (const mark of [second, ...others]) {
        expect(await fromOutside(ben.user, mark)).toMatch(/^250/);
      }
      await expect.poll(() => countOf(marks, servers.stored(ben)), { timeout: 60_000 }).toEqual({ 1: 20 });
    },
  );
});
