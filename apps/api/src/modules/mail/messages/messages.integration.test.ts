import { mailAccountUse, mailDomains, mailEvents, mailUsageDays } from "@zonepost/db";
import {
  type MailEventKind,
  type MailMessage,
  type MailUsage,
  mailEventKind,
  mailMessageQuery,
} from "@zonepost/schema";
import type { MailMessagePage } from "@zonepost/schema/panel";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { v7 } from "uuid";
import { expect, it } from "vitest";
import { notFound, now, problemOf, setUpMail } from "../../../../test/support/mail/set-up-mail.ts";
import { createPartitionSweep } from "../../../kernel/database/partitions.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
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
  messageId?: string;
  tls?: string;
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
      messageId: step.messageId ?? "",
      tls: step.tls ?? null,
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
    `anna@${domainName} filtered: received, delivered, filtered`,
  ]);
  expect(messages[0]?.summary).toContain("No such mailbox (550 5.1.1).");
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

it("filters by status, the kind of the latest step", async () => {
  const domainName = await activeDomain();
  const ends: MailEventKind[][] = [
    ["delivered"],
    // As earlier versions stored spam, and as later ones do.
    ["filtered", "delivered"],
    ["delivered", "filtered"],
    ["discarded"],
    ["rejected"],
    ["greylisted", "sent"],
    ["greylisted"],
    ["deferred", "greylisted", "deferred"],
    ["deferred", "expired"],
    ["bounced"],
    ["forwarded"],
    [],
  ];
  await log(domainName, [
    ...ends.flatMap((kinds, index): Step[] => {
      const own = { queueId: `S${index}`, recipient: `r${index}@out.test` };
      // Spam is moved in the second in which it is delivered.
      const isSpam = kinds.includes("filtered");
      return [
        { kind: "received", ...own, at: index * 10 },
        ...kinds.map((kind, step) => ({ kind, ...own, at: index * 10 + (isSpam ? 1 : step + 1) })),
      ];
    }),
    ...(["refused", "delayed", "limited"] as const).map((kind, index) => ({
      kind,
      queueId: "",
      at: 200 + index,
    })),
  ]);
  const found = async (status: MailEventKind, more = {}) =>
    (await list(domainName, { status, ...more })).map(({ kind, recipient }) => [
      kind,
      Number(/^r(\d+)@/.exec(recipient)?.[1] ?? -1),
    ]);
  for (const [status, expected] of [
    ["delivered", [0]],
    ["filtered", [2, 1]],
    ["discarded", [3]],
    ["rejected", [4]],
    ["sent", [5]],
    ["greylisted", [6]],
    ["deferred", [7]],
    ["expired", [8]],
    ["bounced", [9]],
    ["forwarded", [10]],
    ["received", [11]],
    ["refused", [-1]],
    ["delayed", [-1]],
    ["limited", [-1]],
  ] as const) {
    expect(await found(status)).toEqual(expected.map((index) => [status, index]));
  }
  expect((await list(domainName, { kind: "greylisted" })).length).toBe(3);
  const until = new Date(now.getTime() + 15_000).toISOString();
  expect(await found("filtered", { until })).toEqual([["filtered", 1]]);
  const everyStatus = await Promise.all(mailEventKind.options.map((status) => list(domainName, { status })));
  expect(everyStatus.flat().length).toBe((await list(domainName)).length);
});

it("finds a Message-ID with and without angle brackets, with pages, time and the other filters", async () => {
  const domainName = await activeDomain();
  const id = "<Ab.1+x=y%z@Mail.Example>";
  await log(domainName, [
    ...[0, 1, 2].map(
      (index): Step => ({ kind: "received", queueId: "M", messageId: id, recipient: `r${index}@out.test` }),
    ),
    { kind: "sent", queueId: "M", messageId: id, recipient: "r2@out.test" },
    // Some programs write none.
    { kind: "received", queueId: "N", messageId: "bare-id", at: 10 },
    { kind: "received", queueId: "O", messageId: "<other@mail.example>", at: 11 },
    { kind: "received", queueId: "P", messageId: "", at: 12 },
  ]);
  const find = async (messageId: string, more = {}) =>
    outline(await list(domainName, { messageId, ...more })).map((line) => line.split("@")[0]);
  expect(await find(id)).toEqual(["r2", "r1", "r0"]);
  expect(await find(" Ab.1+x=y%z@Mail.Example ")).toEqual(["r2", "r1", "r0"]);
  expect(await find("ab.1+x=y%z@mail.example")).toEqual([]);
  expect(await find("<bare-id>")).toEqual(["anna"]);
  expect(await find(id, { address: "r1@out.test" })).toEqual(["r1"]);
  expect(await find(id, { status: "sent" })).toEqual(["r2"]);
  expect(await find(id, { since: new Date(now.getTime() + 1_000).toISOString() })).toEqual(["r2", "r1"]);
  expect(await find(id, { until: new Date(now.getTime() + 1_000).toISOString() })).toEqual(["r0"]);

  const page = async (query: object) =>
    (await mail.fixture.call("listMailMessagePage", mail.owner, {
      body: { domainName, messageId: id, limit: 2, ...query },
    })) as MailMessagePage;
  const first = await page({});
  const last = await page({ cursor: first.nextCursor });
  expect([...first.messages, ...last.messages].map(({ recipient }) => recipient)).toEqual([
    "r2@out.test",
    "r1@out.test",
    "r0@out.test",
  ]);
  expect([first.nextCursor === null, last.nextCursor]).toEqual([false, null]);
  const either = await page({ address: `anna@${domainName}`, matchesEither: true, limit: 10 });
  expect(either.messages.map(({ recipient }) => recipient.split("@")[0])).toEqual([
    "anna",
    "anna",
    "anna",
    "r2",
    "r1",
    "r0",
  ]);
});

it.each([
  "",
  " ",
  "<>",
  "<a@b.test",
  "a@b.test>",
  "<<a@b.test>>",
  "<a@b.test> <c@d.test>",
  "a b@c.test",
  "Message-ID: <a@b.test>",
  "a\u0000@b.test",
  "a\n@b.test",
  "x".repeat(999),
])("refuses %j as a Message-ID, and names the field", async (messageId) => {
  const { error } = mailMessageQuery.safeParse({ messageId });
  expect(error?.issues.map(({ path }) => path)).toEqual([["messageId"]]);
});

it("tells how the connection was encrypted, and nothing if the log doesn't", async () => {
  const domainName = await activeDomain();
  await log(domainName, [
    { kind: "received" },
    { kind: "deferred", at: 1, tls: "none" },
    { kind: "sent", at: 2, tls: "TLSv1.3 verified" },
  ]);
  const [message] = await list(domainName);
  expect(message?.steps.map(({ tls }) => tls)).toEqual([
    null,
    "not encrypted",
    "encrypted (TLSv1.3), certificate verified",
  ]);
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
  expect(usage.accounts).toMatchObject([
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
      where account_id = ${accountId} and day >= (now() at time zone 'UTC')::date - 1 order by day limit 1`);
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
