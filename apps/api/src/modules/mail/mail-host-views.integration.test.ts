import { mailAccounts, mailAliases, mailAliasTargets, mailDomains, mailForwardTargets } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { now, setUpMail } from "../../../test/support/mail/set-up-mail.ts";
import { newId } from "../../kernel/ids.ts";

// The rows that the mail servers read, for each situation of an address.

const mail = setUpMail();
const { activeDomain, freshName, mailDomainRow } = mail;

let name: string;
let id: string;
beforeEach(async () => {
  name = await activeDomain();
  ({ id } = await mailDomainRow(name));
  // The views compare with the time of the database.
  await inMonths(12);
});

const inMonths = (months: number, domainName = name) =>
  mail.fixture.db.execute(
    sql`update mail_domains set paid_until = now() + ${months} * interval '1 month' where domain_name = ${domainName}`,
  );
const setDomain = (values: Partial<typeof mailDomains.$inferInsert>, domainName = name) =>
  mail.fixture.db.update(mailDomains).set(values).where(eq(mailDomains.domainName, domainName));
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function account(
  local: string,
  values: Partial<typeof mailAccounts.$inferInsert> = {},
  domainName = name,
) {
  const [row] = await mail.fixture.db
    .insert(mailAccounts)
    .values({
      id: newId(),
      mailDomainId: (await mailDomainRow(domainName)).id,
      fullAddress: `${local}@${domainName}`,
      displayName: "Someone",
      passwordHash: "hash",
      createdAt: now,
      ...values,
    })
    .returning();
  return row?.id ?? "";
}
async function alias(local: string, ...targets: string[]) {
  const aliasId = newId();
  const row = { id: aliasId, mailDomainId: id, fromAddress: `${local}@${name}`, createdAt: now };
  await mail.fixture.db.insert(mailAliases).values(row);
  await mail.fixture.db
    .insert(mailAliasTargets)
    .values(targets.map((address, position) => ({ aliasId, address, position })));
}
const target = (address: string, confirmedAt: Date | null) =>
  mail.fixture.db.insert(mailForwardTargets).values({
    mailDomainId: id,
    address,
    tokenHash: `${id}-${address}`,
    sentAt: now,
    confirmedAt,
    createdAt: now,
  });

type View = "aliases" | "forwards" | "senders" | "recipient_replies" | "logins" | "domains";
const columns: Record<View, string> = {
  aliases: "source || ' → ' || target",
  forwards: "source || ' → ' || target",
  senders: "address || ' by ' || login",
  recipient_replies: "recipient || ' ' || left(reply, 9)",
  logins: "address || case when may_send then '' else ' (receives only)' end",
  domains: "name",
};
/** The rows of a view that name the domain, with `~` for it. */
async function rowsOf(view: View): Promise<string[]> {
  const rows = await mail.fixture.db.execute<{ line: string }>(
    sql`select ${sql.raw(columns[view])} as line from mail_host.${sql.raw(view)}`,
  );
  return rows
    .map(({ line }) => line)
    .filter((line) => line.includes(name))
    .map((line) => line.replaceAll(name, "~"))
    .sort();
}

/** Each lookup of Postfix, and the column of its view that it looks for. */
const lookups: [call: string, view: View, key: string, result: string][] = [
  ["find_domain", "domains", "name", "name"],
  [
    "find_alias_targets",
    "aliases",
    "source",
    "case when target <> source and mail_host.is_outside(target) then mail_host.forward_address(target, source_id) else target end",
  ],
  ["find_sender_logins", "senders", "address", "login"],
  ["find_recipient_reply", "recipient_replies", "recipient", "reply"],
];
/** Looked up for each key of a view, a lookup returns that view's rows. */
async function expectLookups(): Promise<void> {
  for (const [call, view, key, result] of lookups) {
    const [differing] = await mail.fixture.db.execute(
      sql.raw(`with rows as (select ${key} as key, ${result} as result from mail_host.${view}),
        found as (select key, mail_host.${call}(key) as result from (select distinct key from rows) as keys)
        select * from (select * from rows except all select * from found) as missing
        union all select * from (select * from found except all select * from rows) as surplus`),
    );
    expect([call, differing]).toEqual([call, undefined]);
  }
}

const outside = "out@elsewhere.example";

type Rows = Partial<Record<View, string[]>>;
const situations: [situation: string, prepare: () => Promise<unknown>, expected: Rows][] = [
  [
    "an account",
    () => account("box"),
    {
      aliases: ["box@~ → box@~"],
      forwards: [],
      senders: ["box@~ by box@~"],
      recipient_replies: [],
      logins: ["box@~"],
    },
  ],
  [
    "an account that only receives",
    () => account("box", { maySend: false }),
    { aliases: ["box@~ → box@~"], senders: [], recipient_replies: [], logins: ["box@~ (receives only)"] },
  ],
  [
    "an account that only sends",
    () => account("box", { mayReceive: false, forwardTo: `other@${name}` }),
    {
      aliases: ["box@~ → box@~"],
      forwards: [],
      senders: ["box@~ by box@~"],
      recipient_replies: ["box@~ 550 5.2.1"],
      logins: ["box@~"],
    },
  ],
  [
    "a suspended account",
    () => account("box", { active: false, forwardTo: `other@${name}` }),
    {
      aliases: ["box@~ → box@~"],
      forwards: [],
      senders: [],
      recipient_replies: ["box@~ 550 5.2.1"],
      logins: [],
    },
  ],
  [
    "a deleted account with a catch-all",
    async () => {
      await account("box", { deletedAt: now, erasesAt: now, forwardTo: `other@${name}` });
      await account("all");
      await alias("*", `all@${name}`);
    },
    { aliases: ["@~ → all@~", "all@~ → all@~"], senders: ["all@~ by all@~"], logins: ["all@~"] },
  ],
  [
    "an alias to an account of the domain",
    async () => {
      await account("box");
      await alias("sales", `box@${name}`);
    },
    {
      aliases: ["box@~ → box@~", "sales@~ → box@~"],
      senders: ["box@~ by box@~", "sales@~ by box@~"],
      recipient_replies: [],
    },
  ],
  [
    "an alias to an account that may not send",
    async () => {
      await account("box", { maySend: false });
      await alias("sales", `box@${name}`);
    },
    { aliases: ["box@~ → box@~", "sales@~ → box@~"], senders: [] },
  ],
  [
    "a catch-all next to an account and an alias",
    async () => {
      await account("box");
      await alias("*", `box@${name}`);
      await alias("sales", `box@${name}`);
    },
    {
      aliases: ["@~ → box@~", "box@~ → box@~", "sales@~ → box@~"],
      senders: ["box@~ by box@~", "sales@~ by box@~"],
      recipient_replies: [],
    },
  ],
  [
    "a catch-all that waits for confirmation",
    () => alias("*", outside),
    { aliases: [], forwards: [], recipient_replies: [] },
  ],
  [
    "an alias with an address that waits, next to a catch-all",
    async () => {
      await account("box");
      await alias("*", `box@${name}`);
      await alias("sales", outside);
      await target(outside, null);
    },
    {
      aliases: ["@~ → box@~", "box@~ → box@~", "sales@~ → sales@~"],
      forwards: ["*@~ → box@~"],
      recipient_replies: ["sales@~ 450 4.2.1"],
    },
  ],
  [
    "an alias of which one address waits",
    async () => {
      await account("box");
      await alias("sales", outside, `box@${name}`);
    },
    { aliases: ["box@~ → box@~", "sales@~ → box@~"], forwards: ["sales@~ → box@~"], recipient_replies: [] },
  ],
  [
    "an alias to a confirmed address",
    async () => {
      await alias("sales", outside);
      await target(outside, now);
    },
    {
      aliases: [`sales@~ → ${outside}`],
      forwards: [`sales@~ → ${outside}`],
      senders: [],
      recipient_replies: [],
    },
  ],
  [
    "forwarding without a copy that waits, so mail stays",
    () => account("box", { forwardTo: outside, keepCopy: false }),
    { aliases: ["box@~ → box@~"], forwards: [], recipient_replies: [] },
  ],
  [
    "confirmed forwarding with a copy",
    async () => {
      await account("box", { forwardTo: outside, keepCopy: true });
      await target(outside, now);
    },
    { aliases: ["box@~ → box@~", `box@~ → ${outside}`], forwards: [`box@~ → ${outside}`] },
  ],
  [
    "confirmed forwarding without a copy",
    async () => {
      await account("box", { forwardTo: outside, keepCopy: false });
      await target(outside, now);
    },
    { aliases: [`box@~ → ${outside}`], senders: ["box@~ by box@~"], logins: ["box@~"] },
  ],
  [
    "forwarding to another account, which may not send as the first",
    async () => {
      await account("box", { forwardTo: `other@${name}`, keepCopy: false });
      await account("other");
    },
    { aliases: ["box@~ → other@~", "other@~ → other@~"], senders: ["box@~ by box@~", "other@~ by other@~"] },
  ],
  [
    "a mail domain that was suspended a day ago",
    async () => {
      await account("box");
      await alias("sales", `box@${name}`);
      await setDomain({ suspendedAt: daysAgo(1) });
    },
    {
      aliases: ["box@~ → box@~"],
      forwards: [],
      senders: [],
      logins: [],
      domains: ["~"],
      recipient_replies: ["~ 450 4.2.1"],
    },
  ],
  [
    "a mail domain that was suspended 15 days ago",
    () => setDomain({ suspendedAt: daysAgo(15) }),
    { domains: ["~"], recipient_replies: ["~ 550 5.2.1"] },
  ],
  [
    "a mail domain that has not been paid for since yesterday",
    async () => {
      await account("box");
      await setDomain({ paidUntil: daysAgo(1) });
    },
    { logins: [], senders: [], recipient_replies: ["~ 450 4.2.1"] },
  ],
  [
    "a mail domain that has not been paid for in 15 days",
    () => setDomain({ paidUntil: daysAgo(15), suspendedAt: daysAgo(1) }),
    { recipient_replies: ["~ 550 5.2.1"] },
  ],
  [
    "a deactivated mail domain",
    async () => {
      await account("box");
      await setDomain({ deactivatedAt: daysAgo(0) });
    },
    { logins: [], senders: [], domains: ["~"], recipient_replies: ["~ 550 5.2.1"] },
  ],
  [
    "a domain that left the workspace",
    async () => {
      await account("box");
      await alias("sales", `box@${name}`);
      await setDomain({ leftAt: now });
    },
    { aliases: [], forwards: [], senders: [], logins: [], domains: [], recipient_replies: [] },
  ],
];

describe("the mail servers read", () => {
  it.each(situations)("%s", async (_, prepare, expected) => {
    await prepare();
    for (const [view, rows] of Object.entries(expected)) {
      expect([view, await rowsOf(view as View)]).toEqual([view, rows]);
    }
    await expectLookups();
  });

  it("a reply for an address with an extension from its own alias, not from the disabled account without it", async () => {
    const replyTo = async (local: string) =>
      (
        await mail.fixture.db.execute<{ reply: string }>(
          sql`select mail_host.find_recipient_reply(${`${local}@${name}`}) as reply`,
        )
      ).map(({ reply }) => reply.slice(0, 9));
    await account("info", { active: false });
    await account("box");
    await alias("info+vip", `box@${name}`);
    // Postfix then looks up info@.
    expect(await replyTo("info+shop")).toEqual([]);
    expect(await replyTo("info")).toEqual(["550 5.2.1"]);
    expect(await replyTo("info+vip")).toEqual(["DUNNO"]);
  });

  type Asked = { login?: string; size?: number; at?: string };
  const replyOf = async (local: string, { login = "", size = 1_000, at = name }: Asked = {}) => {
    const [row] = await mail.fixture.db.execute<{ reply: string }>(
      sql`select mail_host.check_recipient(${login}, ${`${local}@${at}`}, ${size}) as reply`,
    );
    return row?.reply;
  };
  /** The start of the reply to a recipient; from another host without a login. */
  const check = async (local: string, asked?: Asked) =>
    (await replyOf(local, asked))?.split(" ", 2).join(" ");

  it("a reply to each recipient: its state, or that there is no such mailbox", async () => {
    await account("box");
    await account("off", { active: false });
    await account("gone", { deletedAt: now });
    await account("away", { forwardTo: outside, keepCopy: false });
    await target(outside, now);
    await alias("sales", `box@${name}`);
    await alias("off+vip", `box@${name}`);
    await alias("waiting", "someone@elsewhere.example");
    const replies: Record<string, string> = {
      box: "OK",
      BOX: "OK",
      "box+shop": "OK",
      off: "550 5.2.1",
      "off+shop": "550 5.2.1",
      "off+vip": "OK",
      gone: "550 5.1.1",
      away: "OK",
      sales: "OK",
      "sales+shop": "OK",
      waiting: "450 4.2.1",
      unknown: "550 5.1.1",
      "unknown+box": "550 5.1.1",
    };
    const given = Object.keys(replies);
    const read = async () =>
      Object.fromEntries(await Promise.all(given.map(async (local) => [local, await check(local)])));
    expect(await read()).toEqual(replies);
    expect(await check("box", { at: "elsewhere.example" })).toBe("DUNNO");
    // One text for a target that hasn't confirmed and for one that is paused.
    expect(await replyOf("waiting")).toBe("450 4.2.1 Forwarding from this address is on hold");
    // Other notations of the same address.
    expect([await check("@relay.example:off"), await check("off", { at: `${name}.` })]).toEqual([
      "550 5.2.1",
      "550 5.2.1",
    ]);

    await alias("*", outside, "catch@elsewhere.example");
    expect(await check("unknown")).toBe("OK");
    await mail.fixture.db.update(mailForwardTargets).set({ confirmedAt: null });
    expect([await check("unknown"), await check("box+shop"), await check("off+shop")]).toEqual([
      "450 4.2.1",
      "OK",
      "550 5.2.1",
    ]);
    await setDomain({ suspendedAt: daysAgo(1) });
    expect(new Set(Object.values(await read()))).toEqual(new Set(["450 4.2.1"]));
    await setDomain({ suspendedAt: daysAgo(15) });
    expect(await check("box")).toBe("550 5.2.1");
    await setDomain({ leftAt: now });
    expect(await check("box")).toBe("DUNNO");
  });

  it("that a mailbox is full, unless its mail isn't stored there", async () => {
    const use = (accountId: string, usedBytes: number) =>
      mail.fixture.db.execute(
        sql`insert into mail_account_use (account_id, used_bytes) values (${accountId}, ${usedBytes})`,
      );
    await use(await account("small", { quotaMegabytes: 1 }), 2 ** 20 - 1_000);
    await use(await account("away", { quotaMegabytes: 1, forwardTo: outside, keepCopy: false }), 2 ** 20);
    await account("box");
    await alias("small+box", `box@${name}`);
    await alias("to-small", `small@${name}`);
    await alias("to-both", `small@${name}`, `box@${name}`);
    for (const [local, size, reply] of [
      ["small", 1_000, "OK"],
      ["small", 1_001, "552 5.2.2"],
      ["small+shop", 1_001, "552 5.2.2"],
      ["small+box", 1_001, "OK"],
      ["to-small", 1_000, "OK"],
      ["to-small", 1_001, "552 5.2.2"],
      ["to-small+shop", 1_001, "552 5.2.2"],
      ["to-both", 1_001, "OK"],
      ["away", 1_001, "OK"],
      ["box", 2 ** 31 + 1, "552 5.2.2"],
    ] as const) {
      expect([local, size, await check(local, { size })]).toEqual([local, size, reply]);
    }
    await alias("*", `small@${name}`);
    expect(await check("any", { size: 1_001 })).toBe("552 5.2.2");
    await mail.fixture.db.execute(sql`update mail_account_use set used_bytes = 1048576`);
    expect(await check("small", { size: 0 })).toBe("552 5.2.2");
  });

  it("the sender's limit for each recipient that is accepted, and for no other", async () => {
    const id = await account("box");
    const login = `box@${name}`;
    const counted = async () =>
      (
        await mail.fixture.db.execute(sql`select recipients from mail_sending_minutes where scope_id = ${id}`)
      )[0]?.recipients;
    expect([await check("unknown", { login }), await counted()]).toEqual(["550 5.1.1", undefined]);
    expect(await check("box", { login })).toBe("OK");
    expect(await check("you", { login, at: "elsewhere.example" })).toBe("DUNNO");
    expect(await check("box")).toBe("OK");
    expect(await counted()).toBe(2);
    await mail.fixture.db.execute(
      sql`update mail_sending_minutes set recipients = 200 where scope_id = ${id}`,
    );
    expect(await check("you", { login, at: "elsewhere.example" })).toBe("450 4.7.1");
  });

  it("an account by its address, without its extension, and only with the rights of the service", async () => {
    const find = async (call: string, ...given: string[]) => {
      const values = sql.join(
        given.map((value) => sql`${value}`),
        sql`, `,
      );
      const rows = await mail.fixture.db.execute<{ user: string }>(
        sql`select "user" from mail_host.${sql.raw(call)}(${values})`,
      );
      return rows.map(({ user }) => user.replace(name, "~"));
    };
    const reader = await account("reader", { maySend: false });
    await account("sender", { mayReceive: false });
    await account("reader+own");
    await mail.fixture.db.execute(sql`
      insert into mail_app_passwords (id, account_id, label, hint, password_hash, created_at)
      values (${newId()}, ${reader}, 'Phone', 'abcd', 'hash', now())`);
    expect(await find("find_login", `reader@${name}`, "imap")).toEqual(["reader@~"]);
    expect(await find("find_login", `reader@${name}`, "submission")).toEqual([]);
    expect(await find("find_app_password", `reader@${name}`, "abcd", "imap")).toEqual(["reader@~"]);
    expect(await find("find_app_password", `reader@${name}`, "abce", "imap")).toEqual([]);
    expect(await find("find_app_password", `reader@${name}`, "abcd", "submission")).toEqual([]);
    expect(await find("find_user", `reader+list@${name}`, "lmtp")).toEqual(["reader@~"]);
    expect(await find("find_user", `reader+own@${name}`, "lmtp")).toEqual(["reader+own@~"]);
    // A message that was accepted is delivered.
    expect(await find("find_user", `sender@${name}`, "lmtp")).toEqual(["sender@~"]);
    expect(await find("find_user", `reader@${name}.returned.internal`, "lmtp")).toEqual(["reader@~"]);
    expect(await find("find_user", `sender@${name}`, "imap")).toEqual(["sender@~"]);
  });

  it("an alias to another domain of the workspace, and not to another workspace's without confirmation", async () => {
    const sister = await activeDomain();
    const stranger = await mail.fixture.createWorkspace();
    const strange = await stranger.addDomain(freshName());
    await mail.activate(strange, "starter", stranger.ctx());
    await inMonths(12, sister);
    await inMonths(12, strange);
    await account("box", {}, sister);
    await account("box", {}, strange);
    await alias("sales", `box@${sister}`, `box@${strange}`);
    expect(await rowsOf("forwards")).toEqual([`sales@~ → box@${sister}`]);
    await target(`box@${strange}`, now);
    expect(await rowsOf("forwards")).toEqual([`sales@~ → box@${sister}`, `sales@~ → box@${strange}`].sort());
    // Another workspace's person receives the mail, and still may not send in the alias's name.
    expect(await rowsOf("senders")).toEqual([`sales@~ by box@${sister}`]);
    await setDomain({ leftAt: now }, sister);
    expect(await rowsOf("forwards")).toEqual([`sales@~ → box@${strange}`]);
  });

  it("owners for postmaster and abuse, unless an account or alias has the address, and never through the domain", async () => {
    const email = await mail.workspace.addMember("owner");
    await mail.workspace.addMember("admin");
    expect(await rowsOf("aliases")).toEqual([`abuse@~ → ${email}`, `postmaster@~ → ${email}`]);
    await account("postmaster");
    await alias("abuse", `postmaster@${name}`);
    expect(await rowsOf("aliases")).toEqual(["abuse@~ → postmaster@~", "postmaster@~ → postmaster@~"]);
    const other = await activeDomain();
    await inMonths(12, other);
    await mail.fixture.db.execute(
      sql`update users set email = ${`Owner@${other.toUpperCase()}`} where email = ${email}`,
    );
    name = other;
    expect(await rowsOf("aliases")).toEqual([]);
  });

  it("whether a mailbox's Sieve script may send: replies in its own name, and copies to who accepts them", async () => {
    const box = await account("box");
    const silent = await account("silent", { maySend: false });
    const closed = await account("closed", { active: false });
    await alias("sales", `box@${name}`);
    await target(outside, now);
    await target("waiting@elsewhere.example", null);
    const ask = async (id: string, redirects: boolean, to: string, from: string[] = []) => {
      const [row] = await mail.fixture.db.execute<{ reply: string; recipient: string }>(sql`
        select reply, recipient from mail_host.check_sieve_message(${id}, ${redirects}, ${to}, ${sql.param(from)}::text[])`);
      return row?.reply === "OK" ? row.recipient.replace(/=.*@[0-9a-f]{32}/, "=…@…") : row?.reply;
    };
    const you = "you@stranger.example";
    for (const [id, redirects, to, from, expected] of [
      [box, false, you, [`box@${name}`], you],
      [box, false, you, [`sales@${name}`], you],
      [box, false, you, [`box+away@${name}`], you],
      [box, false, you, [`silent@${name}`], "The From header has an address that isn't yours"],
      [box, false, you, [`box@${name}`, you], "The From header has an address that isn't yours"],
      [silent, false, you, [`silent@${name}`], "This account may not send"],
      [closed, false, you, [`closed@${name}`], "This mailbox is disabled"],
      [newId(), false, you, [`box@${name}`], "This mailbox is disabled"],
      [box, true, outside, [], "out=…@….forward.internal"],
      [box, true, outside.toUpperCase(), [], "out=…@….forward.internal"],
      [silent, true, `box@${name}`, [], `box@${name}`],
      [
        box,
        true,
        "waiting@elsewhere.example",
        [],
        "waiting@elsewhere.example has not confirmed that it accepts forwarded mail",
      ],
      [box, true, you, [], `${you} has not confirmed that it accepts forwarded mail`],
      [closed, true, outside, [], "This mailbox is disabled"],
    ] as const) {
      expect([to, from, await ask(id, redirects, to, [...from])]).toEqual([to, from, expected]);
    }
  });

  it("quotas: an account's own, and never more than the plan has left, with what deleted accounts use", async () => {
    const gigabyte = 2 ** 30;
    const use = (accountId: string, usedBytes: number) =>
      mail.fixture.db.execute(
        sql`insert into mail_account_use (account_id, used_bytes) values (${accountId}, ${usedBytes})`,
      );
    const quotas = async () => {
      const rows = await mail.fixture.db.execute<{ address: string; bytes: string }>(
        sql`select address, quota_bytes::text as bytes from mail_host.users where address like ${`%@${name}`}`,
      );
      return Object.fromEntries(rows.map(({ address, bytes }) => [address.split("@")[0], Number(bytes)]));
    };
    const free = await account("free");
    await account("small", { quotaMegabytes: 100 });
    await account("large", { quotaMegabytes: 10_000 });
    expect(await quotas()).toEqual({ free: 2 * gigabyte, small: 100 * 2 ** 20, large: 2 * gigabyte });
    await use(free, gigabyte / 2);
    await use(await account("gone", { deletedAt: now, erasesAt: now }), gigabyte);
    expect(await quotas()).toEqual({ free: gigabyte, small: 100 * 2 ** 20, large: gigabyte / 2 });
    await use(await account("full"), gigabyte);
    // Nothing is left: each keeps what it uses, and none may grow. 0 would mean no limit.
    expect(await quotas()).toEqual({ free: gigabyte / 2, small: 1, large: 1, full: gigabyte });
  });
});
