import { mailAccountUse, mailDomains, mailEvents, mailUsageDays } from "@zonepost/db";
import type { MailEventKind, MailMessage, MailUsage } from "@zonepost/schema";
import type { MailMessagePage } from "@zonepost/schema/panel";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { v7 } from "uuid";
import { expect, it } from "vitest";
import { createPartitionSweep } from "../../../kernel/database/partitions.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { notFound, now, problemOf, setUpMail } from "../mail-fixture.ts";
import { createUsageSweep } from "../usage/record-usage.ts";

const mail = setUpMail();
const { activeDomain, createAccount, mailDomainRow } = mail;
const never = new AbortController().signal;

type Step = {
  kind: MailEventKind;
  queueId?: string;
  sender?: string;
  recipient?: string;
  original?: string;
  at?: number;
  detail?: string;
};

/** Stores steps, each a second after the one before. */
async function log(domainName: string, steps: Step[]): Promise<void> {
  const { id: mailDomainId, workspaceId } = await mailDomainRow(domainName);
  const rows = steps.map((step, index) => {
    const occurredAt = new Date(now.getTime() + (step.at ?? index) * 1_000);
    return {
      id: v7({ msecs: occurredAt.getTime(), seq: index }),
      workspaceId,
      mailDomainId,
      host: "mail.test",
      queueId: step.queueId ?? "Q1",
      kind: step.kind,
      sender: step.sender ?? "out@outside.test",
      recipient: step.recipient ?? `anna@${domainName}`,
      originalRecipient: step.original ?? null,
      detail: step.detail ?? "",
      occurredAt,
    };
  });
  await mail.fixture.db.insert(mailEvents).values(rows);
}
const list = async (domainName: string, query: object = {}) =>
  (await mail.fixture.call("listMailMessages", mail.owner, { domainName, query })) as MailMessage[];
const outline = (messages: MailMessage[]) =>
  messages.map(
    ({ recipient, kind, steps }) => `${recipient} ${kind}: ${steps.map((step) => step.kind).join(", ")}`,
  );

it("lists each message once for each recipient, with its path", async () => {
  const domainName = await activeDomain();
  const ext = { recipient: "carol@external.test", original: `ext@${domainName}` };
  await log(domainName, [
    { kind: "received" },
    { kind: "received", ...ext },
    { kind: "filtered", detail: "Junk: spam score 6.00 of 15.00 (GTUBE)", at: 3 },
    { kind: "delivered", at: 3 },
    { kind: "deferred", detail: "451 4.7.1 Later", ...ext, at: 4 },
    {
      kind: "refused",
      queueId: "",
      recipient: `unknown@${domainName}`,
      detail: "550 5.1.1 User unknown",
      at: 5,
    },
    {
      kind: "refused",
      queueId: "",
      recipient: `unknown@${domainName}`,
      detail: "550 5.1.1 User unknown",
      at: 6,
    },
  ]);
  const messages = await list(domainName);
  expect(outline(messages)).toEqual([
    `unknown@${domainName} refused: refused`,
    `unknown@${domainName} refused: refused`,
    "carol@external.test deferred: received, deferred",
    `anna@${domainName} delivered: received, filtered, delivered`,
  ]);
  expect(messages[0]?.summary).toBe("Refused: the mailbox doesn't exist (550 5.1.1)");
  expect(messages[2]?.steps.map(({ retriesBy }) => retriesBy)).toEqual([
    null,
    new Date(now.getTime() + 4_004_000).toISOString(),
  ]);
  expect(rowId("mms", messages[0]?.id ?? "")).toBeDefined();
});

it("filters by sender, recipient, alias, kind and time", async () => {
  const domainName = await activeDomain();
  const alias = { recipient: `anna@${domainName}`, original: `info@${domainName}`, queueId: "Q2" };
  await log(domainName, [
    { kind: "received", sender: `anna@${domainName}`, recipient: `anna@${domainName}` },
    { kind: "delivered", sender: `anna@${domainName}`, recipient: `anna@${domainName}` },
    { kind: "received", ...alias },
    { kind: "bounced", ...alias },
  ]);
  const countOf = async (query: object) => (await list(domainName, query)).length;
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();
  expect([
    await countOf({ address: `Anna@${domainName}` }),
    await countOf({ address: `info@${domainName}` }),
    await countOf({ address: "out@outside.test" }),
    await countOf({ address: "other@outside.test" }),
    await countOf({ kind: "bounced" }),
    await countOf({ kind: "received" }),
    await countOf({ kind: "refused" }),
    await countOf({ since: at(1) }),
    await countOf({ until: at(1) }),
    await countOf({ since: at(0), until: at(3) }),
  ]).toEqual([2, 1, 1, 0, 1, 2, 0, 1, 1, 2]);
});

it("gives the panel its pages with a cursor", async () => {
  const domainName = await activeDomain();
  await log(
    domainName,
    [1, 2, 3].map((number) => ({
      kind: "received",
      queueId: `Q${number}`,
      recipient: `r${number}@out.test`,
    })),
  );
  const page = async (cursor: string | null) =>
    (await mail.fixture.call("listMailMessagePage", mail.owner, {
      body: { domainName, address: "out@outside.test", limit: 2, ...(cursor === null ? {} : { cursor }) },
    })) as MailMessagePage;
  const first = await page(null);
  expect(first.nextCursor).not.toBeNull();
  const last = await page(first.nextCursor);
  expect(last.nextCursor).toBeNull();
  expect([...first.messages, ...last.messages].map(({ recipient }) => recipient)).toEqual([
    "r3@out.test",
    "r2@out.test",
    "r1@out.test",
  ]);
});

it("shows a workspace its own rows alone", async () => {
  const domainName = await activeDomain();
  await log(domainName, [{ kind: "received" }]);
  const { workspaceId } = await mailDomainRow(domainName);
  // As after a domain has changed hands.
  await mail.fixture.db
    .update(mailEvents)
    .set({ workspaceId: v7() })
    .where(eq(mailEvents.workspaceId, workspaceId));
  expect(await list(domainName)).toEqual([]);
  expect(await problemOf(list("elsewhere.test"))).toMatchObject(notFound);
});

it("adds up the use per day, with storage as it was on days without a report", async () => {
  const domainName = await activeDomain();
  const { id: mailDomainId } = await mailDomainRow(domainName);
  const account = await createAccount(domainName, "anna");
  const accountId = rowId("mac", account.id) ?? "";
  const dayOf = (ago: number) => new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10);
  await mail.fixture.db.insert(mailAccountUse).values({ accountId, usedBytes: 700, lastLoginAt: now });
  await mail.fixture.db.insert(mailUsageDays).values([
    { mailDomainId, accountId, day: dayOf(3), usedBytes: 100, messagesIn: 9 },
    { mailDomainId, accountId, day: dayOf(2), usedBytes: 500, messagesIn: 2, messagesOut: 1 },
    { mailDomainId, accountId, day: dayOf(0), messagesIn: 3 },
  ]);
  const usage = (await mail.fixture.call("getMailUsage", mail.owner, {
    domainName,
    query: { days: 3 },
  })) as MailUsage;
  expect(usage.days).toEqual([
    { day: dayOf(2), usedBytes: 500, messagesIn: 2, messagesOut: 1 },
    { day: dayOf(1), usedBytes: 500, messagesIn: 0, messagesOut: 0 },
    { day: dayOf(0), usedBytes: 500, messagesIn: 3, messagesOut: 0 },
  ]);
  expect(usage.accounts).toEqual([
    {
      accountId: account.id,
      fullAddress: `anna@${domainName}`,
      usedBytes: 700,
      messagesIn: 5,
      messagesOut: 1,
      lastLoginAt: now.toISOString(),
      days: usage.days,
    },
  ]);

  const sweep = createUsageSweep(mail.fixture.db);
  const stored = () =>
    mail.fixture.db.execute(sql`
      select used_bytes::int from mail_usage_days
      where account_id = ${accountId} and day = (now() at time zone 'UTC')::date`);
  await sweep.run(never);
  await mail.fixture.db
    .update(mailAccountUse)
    .set({ usedBytes: 300 })
    .where(eq(mailAccountUse.accountId, accountId));
  await sweep.run(never);
  expect([...(await stored())]).toEqual([{ used_bytes: 700 }]);
});

it("has a partition for each day, moves rows into it, and drops it with its rows when their time has passed", async () => {
  const { db } = mail.fixture;
  const domainName = await activeDomain();
  await log(domainName, [{ kind: "received" }, { kind: "delivered", at: 86_400 }]);
  const { id } = await mailDomainRow(domainName);
  const partitions = async () =>
    (
      await db.execute<{ name: string; rows: number }>(sql`
        select tableoid::regclass::text as name, count(*)::int as rows from mail_events
        where mail_domain_id = ${id} group by 1 order by 1`)
    ).map(({ name, rows }) => `${name} ${rows}`);
  const sweepAt = (days: number) =>
    createPartitionSweep(
      {
        db,
        log: pino({ level: "silent" }),
        clock: { wallNow: () => new Date(now.getTime() + days * dayMs) },
      },
      [{ table: "mail_events", key: "id", days: 1, keptDays: 30 }],
    ).run(never);
  expect(await partitions()).toEqual(["mail_events_default 2"]);
  await Promise.all([sweepAt(0), sweepAt(0)]);
  expect(await partitions()).toEqual(["mail_events_20260301 1", "mail_events_20260302 1"]);
  await sweepAt(30);
  expect(await partitions()).toEqual(["mail_events_20260301 1", "mail_events_20260302 1"]);
  await sweepAt(31);
  expect(await partitions()).toEqual(["mail_events_20260302 1"]);
  // A row of a day that has no partition any more.
  await log(domainName, [{ kind: "received" }]);
  expect(await partitions()).toEqual(["mail_events_20260302 1", "mail_events_default 1"]);
  await sweepAt(40);
  expect(await partitions()).toEqual([]);
  expect(await db.select().from(mailDomains).where(eq(mailDomains.id, id))).toHaveLength(1);
});
