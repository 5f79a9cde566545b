import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
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
import { ManageSieveSession } from "./support/mail/manage-sieve.ts";
import { openImap, openMessage, openSieve, openSubmission } from "./support/mail/sessions.ts";
import { type Api, startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// Many messages over real mail servers while keys rotate, PostgreSQL is stopped, and the disks of the queue and of the
// mailboxes are full.

const diskMegabytes = 96;
const connections = 6;

let database: Awaited<ReturnType<typeof createStoppableDatabase>>;
let api: Api;
let customers: ReturnType<typeof createMailCustomers>;
let servers: Awaited<ReturnType<typeof startMailServers>>;
const disks = { queue: "", mailboxes: "" };
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
  const mountDisks = (dataDir: string) => {
    disks.queue = path.join(dataDir, "mail/state/postfix/queue");
    disks.mailboxes = path.join(dataDir, "mail/mailboxes");
    for (const folder of mayMount ? Object.values(disks) : []) {
      mkdirSync(folder, { recursive: true });
      mount(folder);
    }
  };
  [servers, own] = await Promise.all([
    startMailServers(api.databaseUrl, mailEncryptionKey, { prepare: mountDisks }),
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
  if (mayMount) {
    spawnSync("umount", Object.values(disks));
  }
  servers?.remove();
  await api?.[Symbol.asyncDispose]();
});

function mount(folder: string): boolean {
  const options = `size=${diskMegabytes}m,mode=755`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "zonepost-disk", folder]).status === 0;
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

/** Leaves this much room on a disk, until the returned function removes what fills it. */
function fill(disk: string, freeMegabytes: number): () => void {
  const filler = path.join(disk, "filler");
  rmSync(filler, { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - freeMegabytes * 2 ** 20));
  return () => rmSync(filler);
}

/** How many messages Postfix has accepted and not delivered yet. */
const countQueued = (queues = ["incoming", "active", "deferred"]) =>
  queues
    .flatMap((name) => readdirSync(path.join(disks.queue, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile()).length;

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

  it("answers everything that needs PostgreSQL with a temporary failure while it is stopped, and ends no session", async () => {
    const { ports } = servers;
    const alias = `alias@${own.name}`;
    await customers.rest(own.workspace, "POST", `/me/mail/${own.name}/aliases`, {
      fromAddress: alias,
      toAddress: ben.user,
    });
    const sessions = {
      imap: await openImap(ports, anna),
      sieve: await openSieve(ports, anna),
      submission: await openSubmission(ports, anna),
    };
    const { session: open } = await SmtpSession.signIn(ports.submission, anna);
    const [accepted = "", refused = "", later = ""] = marksOf("outage", 3);
    const message = await openMessage(ports, anna, refused);
    await database.stop();
    const mail = (to: string) => fromOutside(to, refused);
    // They wait for the database for a while. Meanwhile, their connection may end; none is told that its password is wrong.
    const [right, wrong, overImap, overSieve] = await Promise.all([
      submit(anna, ben.user, refused),
      submit({ ...anna, password: "wrong" }, ben.user, refused),
      openImap(ports, anna),
      openSieve(ports, anna),
    ]);
    const replies: [what: string, reply: string, expected: RegExp][] = [
      ["mail to a mailbox", await mail(ben.user), /^451 4\.3\.0 /],
      ["to an alias", await mail(alias), /^451 4\.3\.0 /],
      ["to an unknown address", await mail(`unknown@${own.name}`), /^451 4\.3\.0 /],
      ["to a domain of others", await mail("you@external.example"), /^451 4\.3\.0 /],
      ["a message whose end is sent now", await message.finish(), /^4\d\d /],
      ["a recipient in an open session", await open.send(anna.user, ben.user), /^4\d\d /],
      ["a sign-in over submission", right, /^4\d\d /],
      ["a wrong password", wrong, /^4\d\d /],
      ["a sign-in over IMAP", overImap.reply, /^(a NO \[UNAVAILABLE\]|\* BYE)|^$/m],
      ["a sign-in over ManageSieve", overSieve.reply, /^(NO \(TRYLATER\)|BYE)|^$/m],
    ];
    expect(replies.filter(([, reply, expected]) => !expected.test(reply))).toEqual([]);
    // A program of the host is told nothing: its message waits for the database, as those do that were accepted before.
    servers.sendmail(ben.user, messageOf("x@outside.example", accepted));
    for (const [protocol, session] of Object.entries(sessions)) {
      expect(await session.isServed(), protocol).toBe(true);
    }
    await database.start();
    const isAccepted = async (reply: Promise<string>) => (await reply).startsWith("250");
    await until("mail is accepted again", () => isAccepted(submit(anna, ben.user, later)), 120_000);
    // Postfix may avoid the database for a minute.
    await until("from other hosts too", () => isAccepted(fromOutside(ben.user, later)), 120_000);
    for (const [protocol, session] of Object.entries(sessions)) {
      expect(await session.isServed(), protocol).toBe(true);
      session.close();
    }
    await open.command("RSET");
    expect(await open.send(anna.user, ben.user, messageOf(anna.user, later))).toMatch(/^250/);
    open.close();
    await expect
      .poll(() => countOf([accepted, refused], servers.stored(ben)), { timeout: 90_000 })
      .toEqual({ 0: 1, 1: 1 });
    expect(countOf([refused], servers.stored(anna))).toEqual({ 0: 1 });
  });

  it.skipIf(!mayMount)(
    "defers mail while the disk of the queue is full (skipped without mount)",
    async () => {
      await expect.poll(() => countQueued(), { message: "the queue is empty" }).toBe(0);
      const marks = marksOf("full", 20);
      const [first = "", second = "", third = "", ...others] = marks;
      const large = "x".repeat(1_000).concat("\r\n").repeat(500);
      // One message waits in the queue, two others are on their way when the last byte is used.
      expect(await fromOutside(ben.user, first)).toMatch(/^250/);
      const outside = await SmtpSession.open(servers.ports.smtp);
      for (const line of ["MAIL FROM:<x@outside.example>", `RCPT TO:<${ben.user}>`, "DATA"]) {
        expect(await outside.command(line)).toMatch(/^[23]/);
      }
      const submitted = await openMessage(servers.ports, anna, third);
      await expect.poll(() => countOf([first], servers.stored(ben))).toEqual({ 1: 1 });
      fill(disks.queue, 0);
      expect(await outside.command(`${messageOf("x@outside.example", second)}${large}.`)).toMatch(/^4\d\d /);
      expect(await submitted.finish(large)).toMatch(/^4\d\d /);
      outside.close();
      submitted.close();
      const empty = fill(disks.queue, 20);
      const isRefused = (reply: string) => expect(reply).toMatch(/^452 4\.3\.1/);
      isRefused(await fromOutside(ben.user, second));
      isRefused(await submit(anna, ben.user, third));
      empty();
      for (const mark of [second, ...others]) {
        expect(await fromOutside(ben.user, mark)).toMatch(/^250/);
      }
      expect(await submit(anna, ben.user, third)).toMatch(/^250/);
      await expect.poll(() => countOf(marks, servers.stored(ben)), { timeout: 60_000 }).toEqual({ 1: 20 });
      expect(countOf([third], servers.stored(anna))).toEqual({ 0: 1 });
    },
  );

  it.skipIf(!mayMount)(
    "keeps accepted mail in the queue while the disk of the mailboxes is full, and stores nothing by halves (skipped without mount)",
    async () => {
      const imap = await openImap(servers.ports, anna);
      const sieve = await ManageSieveSession.signIn(servers.ports.sieve, anna);
      const [outside = "", own = "", draft = ""] = marksOf("unstored", 3);
      const large = messageOf(anna.user, draft, "").concat("x".repeat(1_000).concat("\r\n").repeat(50));
      const empty = fill(disks.mailboxes, 0);
      expect(await fromOutside(ben.user, outside)).toMatch(/^250/);
      expect(await submit(anna, ben.user, own)).toMatch(/^250/);
      expect(await imap.append("Drafts", large)).toMatch(/^e NO /);
      expect(await sieve.put(`# ${"x".repeat(8_192)}\nkeep;\n`)).toMatch(/^NO/);
      await expect.poll(() => countQueued(["deferred"]), { message: "both have been tried" }).toBe(2);
      expect(await imap.isServed()).toBe(true);
      empty();
      await expect
        .poll(() => countOf([outside, own], servers.stored(ben)), { timeout: 90_000 })
        .toEqual({ 1: 2 });
      expect(await imap.append("Drafts", large)).toMatch(/^e OK /);
      expect(countOf([draft], servers.stored(anna, "Drafts"))).toEqual({ 1: 1 });
      expect(await sieve.put("keep;\n")).toMatch(/^OK/);
      imap.close();
      sieve.close();
      // No notice of failure was sent to a sender.
      expect(countOf([outside], servers.outgoing())).toEqual({ 0: 1 });
      await expect.poll(() => countQueued(), { message: "the queue is empty" }).toBe(0);
    },
  );
});
