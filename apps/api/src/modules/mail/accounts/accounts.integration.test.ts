import { verify } from "@node-rs/argon2";
import {
  mailAliases,
  mailAliasTargets,
  mailErasedAccounts,
  mailSendingMinutes,
  outgoingEmails,
} from "@zonepost/db";
import { type MailUsage, mailAccount, mailAccountCreated, mailPasswordChanged } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  at,
  conflict,
  forbidden,
  invalid,
  notFound,
  now,
  problemOf,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { mailRetentionRules } from "../index.ts";
import { tellLimits } from "../sending-limit/tell-limits.ts";

const mail = setUpMail();
const {
  account,
  reportUse,
  insertAccounts,
  mailDomainRow,
  activeDomain,
  createAccount,
  createAlias,
  freshName,
  auditOf,
  accountRows,
  caller,
  readPages,
  expectNotFound,
} = mail;

const someone = { password: "quiet harbor lantern" };

async function newAccount(given: { domainName?: string; localPart?: string } = {}) {
  const domainName = given.domainName ?? (await activeDomain());
  return { domainName, ...(await createAccount(domainName, given.localPart ?? "info")) };
}

describe("creating an account", () => {
  it("returns the normalized address, and no password if the caller sent one", async () => {
    const name = await activeDomain();
    const answer = mailAccountCreated
      .strict()
      .parse(await createAccount(name, "O'Brien", { password: "quiet harbor lantern" }));
    expect(answer).toMatchObject({ fullAddress: `o'brien@${name}`, active: true, displayName: "Someone" });
    expect(answer).not.toHaveProperty("passwordOnce");
    const [row] = await accountRows(name);
    expect(await verify(row?.passwordHash.replace("{ARGON2ID}", "") ?? "", "quiet harbor lantern")).toBe(
      true,
    );
  });

  it("generates a strong password if none was sent, and returns it once", async () => {
    const name = await activeDomain();
    const { passwordOnce = "" } = await createAccount(name, "info");
    expect(passwordOnce.length).toBeGreaterThanOrEqual(20);
    const [row] = await accountRows(name);
    expect(row?.passwordHash).toMatch(/^\{ARGON2ID\}\$argon2id\$/);
    expect(await verify(row?.passwordHash.replace("{ARGON2ID}", "") ?? "", passwordOnce)).toBe(true);
    expect(
      JSON.stringify(await mail.fixture.call("listMailAccounts", mail.owner, { domainName: name })),
    ).not.toContain("assword");
  });

  it("writes an audit entry without the password and its hash", async () => {
    const name = await activeDomain();
    const { passwordOnce } = await createAccount(name, "made");
    await createAccount(name, "sent", { password: "correct horse battery" });
    const entries = JSON.stringify(await auditOf());
    expect(entries).toContain("mail_account.created");
    expect(entries).toContain(`made@${name}`);
    for (const secret of [passwordOnce, "correct horse battery", "argon2"]) {
      expect(entries).not.toContain(secret);
    }
  });

  it("stops at the plan's limit, and reports the plan and the limit", async () => {
    const name = await activeDomain("starter");
    for (const local of ["a", "b", "c", "d", "e"]) {
      await createAccount(name, local);
    }
    const problem = await problemOf(createAccount(name, "f"));
    expect(problem).toMatchObject(conflict("plan_limit_reached"));
    expect(problem.detail).toMatch(/starter.* 5 /);
  });

  it("allows exactly five of twenty simultaneous accounts in the starter plan", async () => {
    const name = await activeDomain("starter");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        createAccount(name, `box${index}`, { password: "quiet harbor lantern" }),
      ),
    );
    const refused = outcomes.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(refused).toEqual(Array.from({ length: 15 }, () => "plan_limit_reached"));
    expect(await accountRows(name)).toHaveLength(5);
    expect(await mail.fixture.call("getMailDomain", mail.owner, { domainName: name })).toMatchObject({
      accountCount: 5,
    });
  });

  it("creates an address once, in any notation and with simultaneous requests", async () => {
    const name = await activeDomain();
    const outcomes = await Promise.allSettled(
      ["info", "INFO", "Info"].map((local) => createAccount(name, local)),
    );
    const refused = outcomes.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(refused).toEqual(["address_taken", "address_taken"]);
    expect(await refusal(createAccount(name, "iNFO"))).toEqual(conflict("address_taken"));
  });

  it("rejects the address of an alias", async () => {
    const name = await activeDomain();
    await createAlias(name, `sales@${name}`, "someone@elsewhere.net");
    expect(await refusal(createAccount(name, "Sales"))).toEqual(conflict("address_taken"));
  });

  it("rejects invalid input, names the fields and creates nothing", async () => {
    const name = await activeDomain();
    expect(await refusal(createAccount(name, "a b"))).toEqual(invalid("/localPart"));
    for (const password of ["short", "password", "12345678", "password1234", "front.office1", `${name}!`]) {
      const refused = refusal(createAccount(name, "front.office", { password }));
      expect([password, await refused]).toEqual([password, invalid("/password")]);
    }
    expect(await refusal(createAccount(name, "info", { displayName: " " }))).toEqual(invalid("/displayName"));
    expect(await refusal(createAccount(name, "info", { active: false }))).toEqual(invalid("/active"));
    expect(await accountRows(name)).toEqual([]);
  });

  it("rejects a role without the right, before it reveals whether the domain exists", async () => {
    const name = await activeDomain();
    expect(await refusal(createAccount(name, "info", {}, mail.workspace.ctx("read_only")))).toEqual(
      forbidden,
    );
    expect(await refusal(createAccount(freshName(), "info", {}, mail.workspace.ctx("read_only")))).toEqual(
      forbidden,
    );
  });
});

describe("updating an account", () => {
  it("changes the fields that were sent, and records them", async () => {
    const { domainName, id } = await newAccount();
    const update = (body: object) => account("updateMailAccount", { domainName, id }, body);
    const changed = await update({ displayName: " Front desk ", quotaMegabytes: 500, mayReceive: false });
    expect(mailAccount.strict().parse(changed)).toEqual(await account("getMailAccount", { domainName, id }));
    expect(changed).toMatchObject({
      displayName: "Front desk",
      quotaMegabytes: 500,
      mayReceive: false,
      maySend: true,
      active: true,
    });
    await update({ mayReceive: false });
    expect(
      await update({ active: false, maySend: false, mayReceive: true, quotaMegabytes: null }),
    ).toMatchObject({
      active: false,
      maySend: false,
      mayReceive: true,
      quotaMegabytes: null,
      displayName: "Front desk",
    });
    const entries = (await auditOf()).filter(({ action }) => action === "mail_account.updated");
    expect(entries.map(({ details }) => details)).toEqual([
      {
        from: { displayName: "Someone", quotaMegabytes: null, mayReceive: true },
        to: { displayName: "Front desk", quotaMegabytes: 500, mayReceive: false },
      },
      {
        from: { active: true, maySend: true, mayReceive: false, quotaMegabytes: 500 },
        to: { active: false, maySend: false, mayReceive: true, quotaMegabytes: null },
      },
    ]);
  });

  it("is seen by the mail servers at once", async () => {
    const { domainName, id, fullAddress } = await newAccount();
    const seen = async () => {
      const { $client: sql } = mail.fixture.db;
      const [logins, replies] = await Promise.all([
        sql`select may_send from mail_host.logins where address = ${fullAddress}`,
        sql`select reply from mail_host.recipient_replies where recipient = ${fullAddress}`,
      ]);
      return { logins: logins.map((row) => row.may_send), refused: replies.length > 0 };
    };
    const update = (body: object) => account("updateMailAccount", { domainName, id }, body);
    expect(await seen()).toEqual({ logins: [true], refused: false });
    await update({ maySend: false });
    expect(await seen()).toEqual({ logins: [false], refused: false });
    await update({ mayReceive: false });
    expect(await seen()).toEqual({ logins: [false], refused: true });
    await update({ active: false, mayReceive: true });
    expect(await seen()).toEqual({ logins: [], refused: true });
  });

  it("accepts a quota of 1 MB up to the plan's storage, also below what is used", async () => {
    const { domainName, id } = await newAccount();
    const setQuota = (quotaMegabytes: unknown) =>
      account("updateMailAccount", { domainName, id }, { quotaMegabytes });
    await reportUse(domainName, "info", { usedBytes: 2 ** 21, messageCount: 12, lastLoginAt: now });
    expect(await setQuota(2048)).toMatchObject({ full: false, usedBytes: 2 ** 21, messageCount: 12 });
    expect(await setQuota(1)).toMatchObject({ full: true, lastLoginAt: now.toISOString() });
    for (const tooMuch of [2049, 0, -1, 1.5, "1"]) {
      expect(await refusal(setQuota(tooMuch))).toEqual(invalid("/quotaMegabytes"));
    }
    expect((await problemOf(setQuota(2049))).errors).toEqual([
      { pointer: "/quotaMegabytes", message: "Enter at most 2048 MB, the storage of the starter plan." },
    ]);
  });

  it("rejects invalid input, names the field and changes nothing", async () => {
    const { domainName, id } = await newAccount();
    const before = await account("getMailAccount", { domainName, id });
    for (const [pointer, value] of [
      ["displayName", ""],
      ["displayName", "Info\r\nBcc: x"],
      ["active", "no"],
      ["maySend", null],
      ["mayReceive", 1],
      ["fullAddress", `other@${domainName}`],
      ["password", "quiet harbor lantern"],
    ] as const) {
      const body = { quotaMegabytes: 5, [pointer]: value };
      const outcome = await refusal(account("updateMailAccount", { domainName, id }, body));
      expect(outcome).toEqual(invalid(`/${pointer}`));
    }
    expect(await refusal(account("updateMailAccount", { domainName, id }, {}))).toMatchObject({
      status: 422,
    });
    expect(await account("getMailAccount", { domainName, id })).toEqual(before);
  });
});

describe("forwarding an account's mail", () => {
  const forward = ({ domainName, id }: { domainName: string; id: string }, body: object) =>
    account("updateMailAccount", { domainName, id }, body);
  const deliveredTo = async (address: string) => {
    const { $client: sql } = mail.fixture.db;
    const rows = await sql`select target from mail_host.aliases where source = ${address} order by target`;
    return rows.map((row) => row.target);
  };

  it("reaches an address of the workspace at once, with or without a copy", async () => {
    const own = await newAccount();
    const other = await createAccount(await activeDomain(), "sales", someone);
    expect(await forward(own, { forwardTo: other.fullAddress.toUpperCase() })).toMatchObject({
      forwardTo: { address: other.fullAddress, external: false, state: "active" },
      keepCopy: true,
    });
    expect(await deliveredTo(own.fullAddress)).toEqual([own.fullAddress, other.fullAddress].sort());
    await forward(own, { keepCopy: false });
    expect(await deliveredTo(own.fullAddress)).toEqual([other.fullAddress]);
    await forward(own, { forwardTo: null });
    expect(await deliveredTo(own.fullAddress)).toEqual([own.fullAddress]);
  });

  it("waits until an outside address has confirmed it, and delivers here meanwhile", async () => {
    const own = await newAccount();
    const address = `dana@${freshName()}`;
    const waiting = { address, external: true, state: "waiting_for_confirmation" };
    expect(await forward(own, { forwardTo: address, keepCopy: false })).toMatchObject({ forwardTo: waiting });
    await forward(own, { forwardTo: address });
    const { $client: sql } = mail.fixture.db;
    expect(await sql`select kind from outgoing_emails where to_address = ${address}`).toHaveLength(1);
    expect(await deliveredTo(own.fullAddress)).toEqual([own.fullAddress]);
    await sql`update mail_forward_targets set confirmed_at = now() where address = ${address}`;
    expect(await deliveredTo(own.fullAddress)).toEqual([address]);
    expect(await account("getMailAccount", { domainName: own.domainName, id: own.id })).toMatchObject({
      forwardTo: { ...waiting, state: "active" },
    });
  });

  it("rejects an invalid address and the account's own, and sends no email", async () => {
    const own = await newAccount();
    for (const forwardTo of ["", "dana", "dana@localhost", own.fullAddress, own.fullAddress.toUpperCase()]) {
      expect([forwardTo, await refusal(forward(own, { forwardTo }))]).toEqual([
        forwardTo,
        invalid("/forwardTo"),
      ]);
    }
  });

  it("never loops, together with aliases and other accounts, also with simultaneous requests", async () => {
    const loop = conflict("alias_loop", "/forwardTo");
    const own = await newAccount();
    await createAlias(own.domainName, `sales@${own.domainName}`, own.fullAddress);
    expect(await refusal(forward(own, { forwardTo: `sales@${own.domainName}` }))).toEqual(loop);
    expect(await refusal(forward(own, { forwardTo: `info+x@${own.domainName}` }))).toEqual(loop);
    const other = await newAccount();
    const outcomes = await Promise.allSettled([
      forward(own, { forwardTo: other.fullAddress }),
      forward(other, { forwardTo: own.fullAddress }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("never loops because an account was deleted or restored", async () => {
    const own = await newAccount();
    const other = await newAccount();
    await forward(own, { forwardTo: other.fullAddress });
    const path = { domainName: own.domainName, id: own.id };
    await account("deleteMailAccount", path);
    await forward(other, { forwardTo: own.fullAddress });
    expect(await refusal(account("restoreMailAccount", path))).toEqual(conflict("alias_loop"));
    const third = await newAccount();
    const { id: mailDomainId } = await mailDomainRow(third.domainName);
    const catchAll = { id: newId(), mailDomainId, fromAddress: `*@${third.domainName}`, createdAt: now };
    await mail.fixture.db.insert(mailAliases).values(catchAll);
    await mail.fixture.db
      .insert(mailAliasTargets)
      .values({ aliasId: catchAll.id, address: third.fullAddress, position: 0 });
    const deletion = account("deleteMailAccount", { domainName: third.domainName, id: third.id });
    expect(await refusal(deletion)).toEqual(conflict("alias_loop"));
  });
});

describe("changing an account's password", () => {
  const hashOf = async (domainName: string) =>
    (await accountRows(domainName))[0]?.passwordHash.replace("{ARGON2ID}", "") ?? "";

  it("generates one unless it is sent, and the former one stops working", async () => {
    const { domainName, id, fullAddress, passwordOnce: first = "" } = await newAccount();
    const change = (body: object) => account("changeMailAccountPassword", { domainName, id }, body);
    const made = mailPasswordChanged.strict().parse(await change({}));
    expect(made).toEqual({ fullAddress, passwordOnce: expect.any(String), revokedAppPasswords: 0 });
    const hash = await hashOf(domainName);
    expect([await verify(hash, made.passwordOnce ?? ""), await verify(hash, first)]).toEqual([true, false]);
    expect(await change({ password: "quiet harbor lantern" })).toEqual({
      fullAddress,
      revokedAppPasswords: 0,
    });
    expect(await verify(await hashOf(domainName), "quiet harbor lantern")).toBe(true);
    const entries = JSON.stringify(await auditOf());
    expect(entries).toContain("mail_account.password_changed");
    for (const secret of [made.passwordOnce, "quiet harbor lantern", "argon2"]) {
      expect(entries).not.toContain(secret);
    }
  });

  it("rejects a weak password and keeps the former one", async () => {
    const { domainName, id } = await newAccount();
    const before = await hashOf(domainName);
    for (const password of ["short", "password1234", `info@${domainName}`]) {
      const outcome = await refusal(account("changeMailAccountPassword", { domainName, id }, { password }));
      expect([password, outcome]).toEqual([password, invalid("/password")]);
    }
    expect(await hashOf(domainName)).toBe(before);
  });

  it("never lets the panel's password into a mailbox", async () => {
    const { domainName, id, fullAddress } = await newAccount();
    await account("changeMailAccountPassword", { domainName, id }, { password: "quiet harbor lantern" });
    const { $client: sql } = mail.fixture.db;
    const read = await sql`select distinct table_name from information_schema.view_table_usage
      where view_schema = 'mail_host' and table_schema = 'public'`;
    const hashes = await sql`select password from mail_host.logins where address = ${fullAddress}`;
    // People's own passwords are in the table `accounts`, which no view of the mail servers reads.
    expect(read.map((row) => row.table_name)).not.toContain("accounts");
    expect(read.map((row) => row.table_name)).toContain("mail_accounts");
    expect(hashes.map((row) => row.password)).toEqual([`{ARGON2ID}${await hashOf(domainName)}`]);
  });
});

describe("the sending limit", () => {
  const send = async (address: string) => {
    const [row] = await mail.fixture.db.$client`select mail_host.count_recipient(${address}) as reply`;
    return row?.reply as string;
  };
  const minutesOf = ({ id }: { id: string }) => eq(mailSendingMinutes.scopeId, rowId("mac", id) ?? "");
  /** All in one minute. */
  const hasSent = async (own: { id: string }, recipients: number, minute = new Date()) => {
    const scopeId = rowId("mac", own.id) ?? "";
    minute.setUTCSeconds(0, 0);
    await mail.fixture.db.delete(mailSendingMinutes).where(minutesOf(own));
    await mail.fixture.db.insert(mailSendingMinutes).values({ scopeId, cause: "own", minute, recipients });
  };
  async function limitedAccount() {
    const own = await newAccount();
    await hasSent(own, 200);
    expect(await send(own.fullAddress)).toMatch(/^450 /);
    return own;
  }
  const tell = () =>
    tellLimits(
      { ...mail.owner, ...mail.fixture.ports, actor: { kind: "system", job: "test" } },
      new AbortController().signal,
    );
  const emailsTo = (address: string) =>
    mail.fixture.db.select().from(outgoingEmails).where(eq(outgoingEmails.toAddress, address));

  it("is shown until another recipient is accepted", async () => {
    const own = await newAccount();
    const { domainName, id } = own;
    const read = async () => (await account("getMailAccount", { domainName, id })).sendingLimitedUntil;
    const minute = new Date(Date.now() - 30 * minuteMs);
    await hasSent(own, 199, minute);
    expect(await read()).toBeNull();
    expect(await send(own.fullAddress)).toBe("DUNNO");
    expect(await send(own.fullAddress)).toMatch(/^450 /);
    const until = new Date(minute.getTime() + 61 * minuteMs).toISOString();
    expect(await read()).toBe(until);
    const [listed] = (await mail.fixture.call("listMailAccounts", mail.owner, { domainName })) as [
      typeof own,
    ];
    expect(listed.sendingLimitedUntil).toBe(until);
    await hasSent(own, 200, new Date(Date.now() - 62 * minuteMs));
    expect(await read()).toBeNull();
    expect(await send(own.fullAddress)).toBe("DUNNO");
  });

  it("holds for a domain and a workspace, whose counts outlive their mailboxes", async () => {
    const own = await newAccount();
    const { domainName } = own;
    const limits = { domain: 1_000, workspace: 5_000 };
    const usage = async () =>
      ((await mail.fixture.call("getMailUsage", mail.owner, { domainName })) as MailUsage).sending;
    expect(await send(own.fullAddress)).toBe("DUNNO");
    expect((await usage()).domain).toEqual({
      own: { recipients: 1, limit: limits.domain },
      strangers: { recipients: 0, limit: limits.domain },
    });
    await account("deleteMailAccount", { domainName, id: own.id });
    const { id: mailDomainId, workspaceId } = await mail.mailDomainRow(domainName);
    for (const [scopeId, name, limit] of [
      [mailDomainId, "domain", limits.domain],
      [workspaceId, "workspace", limits.workspace],
    ] as const) {
      const next = await newAccount({ domainName, localPart: `next-${name}` });
      // One row alone: those sent so far may lie in two minutes.
      await mail.fixture.db.delete(mailSendingMinutes).where(eq(mailSendingMinutes.scopeId, scopeId));
      expect(await send(next.fullAddress)).toBe("DUNNO");
      await mail.fixture.db
        .update(mailSendingMinutes)
        .set({ recipients: limit })
        .where(eq(mailSendingMinutes.scopeId, scopeId));
      expect(await send(next.fullAddress)).toBe(
        `450 4.7.1 This ${name} has reached its limit of ${limit} recipients per hour`,
      );
      expect((await usage())[name].own).toEqual({ recipients: limit, limit });
      await mail.fixture.db.delete(mailSendingMinutes).where(eq(mailSendingMinutes.scopeId, scopeId));
      expect(await send(next.fullAddress)).toBe("DUNNO");
    }
  });

  it("sends each owner one email per account and hour, also from simultaneous workers", async () => {
    const owner = await mail.workspace.addMember("owner");
    const admin = await mail.workspace.addMember("admin");
    const [own, calm] = [await limitedAccount(), await newAccount()];
    await send(calm.fullAddress);
    await Promise.all(Array.from({ length: 3 }, tell));
    await send(own.fullAddress);
    await tell();
    const [email, ...others] = await emailsTo(owner);
    expect([others, await emailsTo(admin)]).toEqual([[], []]);
    expect(email).toMatchObject({
      kind: "mail_sending_limited",
      subject: `Sending limit reached: ${own.fullAddress}`,
    });
    const { id = "", contentEncrypted = "" } = email ?? {};
    const content = mail.fixture.ports.secretBox.open(contentEncrypted, `outgoing_email:${id}`);
    expect(content).toMatch(/200 recipients.*stolen.*200 Empfänger.*gestohlen/s);
    expect(content).toContain(`http://panel.test/mail/${own.domainName}/accounts/${own.id}`);
    await mail.fixture.db.$client`update mail_sending_limits set told_at = now() - interval '61 minutes'`;
    await send(own.fullAddress);
    await tell();
    expect(await emailsTo(owner)).toHaveLength(2);
  });

  it("tells the owners of a workspace nothing of deleted accounts and mail that left", async () => {
    const owner = await mail.workspace.addMember("owner");
    const [deleted, left] = [await limitedAccount(), await limitedAccount()];
    await account("deleteMailAccount", { domainName: deleted.domainName, id: deleted.id });
    await mail.fixture.db
      .$client`update mail_domains set left_at = now() where domain_name = ${left.domainName}`;
    await tell();
    expect(await emailsTo(owner)).toEqual([]);
  });

  it("keeps its counters for 7 days", async () => {
    const [kept, gone] = [await limitedAccount(), await limitedAccount()];
    for (const [own, days] of [
      [kept, 6.9],
      [gone, 7.1],
    ] as const) {
      await hasSent(own, 1, new Date(Date.now() - days * dayMs));
    }
    for (const rule of mailRetentionRules(mail.owner)) {
      await rule(mail.fixture.db, 100);
    }
    const rows = async (own: { id: string }) =>
      mail.fixture.db.select().from(mailSendingMinutes).where(minutesOf(own));
    expect([await rows(kept), await rows(gone)]).toEqual([[expect.anything()], []]);
  });
});

describe("deleting an account", () => {
  const day = (count: number) => new Date(now.getTime() + count * dayMs);
  const rules = (moment: Date) => mailRetentionRules(at(moment, mail.owner));
  const erase = async (moment: Date) => {
    for (const rule of rules(moment)) {
      await rule(mail.fixture.db, 100);
    }
  };

  it("hides it from the mail servers, and keeps it for 30 days", async () => {
    const { domainName, id, fullAddress } = await newAccount();
    const deleted = await account("deleteMailAccount", { domainName, id });
    const deletedAt = now.toISOString();
    expect(deleted).toMatchObject({ id, deletedAt, erasesAt: day(30).toISOString() });
    expect(await mail.fixture.call("deleteMailAccount", at(day(3), mail.owner), { domainName, id })).toEqual(
      deleted,
    );
    const list = (query: object) => mail.fixture.call("listMailAccounts", mail.owner, { domainName, query });
    expect([await list({}), await list({ state: "deleted" })]).toEqual([[], [deleted]]);
    expect(await account("getMailAccount", { domainName, id })).toEqual(deleted);
    expect(await caller(mail.owner).findMailboxes({ words: fullAddress })).toEqual([]);
    const { $client: sql } = mail.fixture.db;
    expect(await sql`select from mail_host.mailboxes where address = ${fullAddress}`).toHaveLength(0);
    expect((await auditOf()).map(({ action }) => action)).toEqual([
      "mail.activated",
      "mail_account.created",
      "mail_account.deleted",
    ]);
  });

  it("rejects changes until it is restored", async () => {
    const { domainName, id } = await newAccount();
    await account("deleteMailAccount", { domainName, id });
    for (const [operationId, body] of [
      ["updateMailAccount", { displayName: "Info" }],
      ["changeMailAccountPassword", {}],
    ] as const) {
      const outcome = await refusal(account(operationId, { domainName, id }, body));
      expect([operationId, outcome]).toEqual([operationId, conflict("account_deleted")]);
    }
    const restored = await account("restoreMailAccount", { domainName, id });
    expect(restored).toMatchObject({ deletedAt: null, erasesAt: null, active: true });
    expect(await account("restoreMailAccount", { domainName, id })).toEqual(restored);
    expect((await auditOf()).filter(({ action }) => action === "mail_account.restored")).toHaveLength(1);
  });

  it("keeps its address reserved, and its messages in the plan's storage, but frees its place", async () => {
    const { domainName, id } = await newAccount();
    await reportUse(domainName, "info", { usedBytes: 2 ** 31 });
    await account("deleteMailAccount", { domainName, id });
    const problem = await problemOf(createAccount(domainName, "INFO"));
    expect(problem).toMatchObject(conflict("address_reserved"));
    expect(problem.detail).toContain(`/accounts/${id}/restore`);
    for (const local of ["a", "b", "c", "d", "e"]) {
      expect(await createAccount(domainName, local, someone)).toMatchObject({ full: true });
    }
    expect(await refusal(account("restoreMailAccount", { domainName, id }))).toEqual(
      conflict("plan_limit_reached"),
    );
  });

  it("gives the last place to one of a restored and a new account", async () => {
    const { domainName, id } = await newAccount();
    await account("deleteMailAccount", { domainName, id });
    const { id: mailDomainId } = await mailDomainRow(domainName);
    await insertAccounts(mailDomainId, domainName, 4);
    const outcomes = await Promise.allSettled([
      account("restoreMailAccount", { domainName, id }),
      createAccount(domainName, "other", someone),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is final after 30 days: the mail hosts erase the messages, and the address is free", async () => {
    const { domainName, id } = await newAccount();
    await account("deleteMailAccount", { domainName, id });
    const [row] = await accountRows(domainName);
    await erase(new Date(day(30).getTime() - 1));
    expect(await accountRows(domainName)).toHaveLength(1);
    const later = at(day(30), mail.owner);
    for (const operationId of ["getMailAccount", "restoreMailAccount", "deleteMailAccount"]) {
      expect(await refusal(account(operationId, { domainName, id }, undefined, later))).toEqual(notFound);
    }
    // Also before the retention job has run.
    const next = await createAccount(domainName, "info", someone, later);
    expect(next.id).not.toBe(id);
    await erase(day(31));
    expect((await accountRows(domainName)).map(({ fullAddress }) => fullAddress)).toEqual([
      `info@${domainName}`,
    ]);
    const erased = await mail.fixture.db.select().from(mailErasedAccounts);
    expect(erased.filter(({ accountId }) => accountId === row?.id)).toEqual([
      { accountId: row?.id, erasedAt: day(30) },
    ]);
  });
});

describe("listing accounts", () => {
  it("lists accounts by address as a plain array, or in pages with a limit", async () => {
    const name = await activeDomain();
    for (const local of ["c", "a", "b"]) {
      await createAccount(name, local, { password: "quiet harbor lantern" });
    }
    const list = await mail.fixture.call("listMailAccounts", mail.owner, { domainName: name });
    expect(
      z
        .array(mailAccount.strict())
        .parse(list)
        .map((each) => each.fullAddress),
    ).toEqual(["a", "b", "c"].map((local) => `${local}@${name}`));
    expect(await readPages("listMailAccounts", name, 2)).toEqual(list);
  });
});

const unknownAccount = { id: publicId("mac", newId()) };

it.each([
  ["listMailAccounts", {}],
  ["createMailAccount", { body: { localPart: "info", displayName: "Info" } }],
  ["getMailAccount", unknownAccount],
  ["updateMailAccount", { ...unknownAccount, body: { active: false } }],
  ["changeMailAccountPassword", { ...unknownAccount, body: {} }],
  ["deleteMailAccount", unknownAccount],
  ["restoreMailAccount", unknownAccount],
])(
  "%s returns the same bytes for a foreign domain, one without mail and an unknown one",
  (operationId, input) => expectNotFound(operationId, input),
);

it("finds mailboxes by address and name across the domains that the caller sees, and treats wildcards as text", async () => {
  const one = await activeDomain();
  const other = await activeDomain();
  await createAccount(one, "anna", { displayName: "Anna Kron" });
  await createAccount(other, "billing_eu", { displayName: "Accounts" });
  const find = async (words: string, ctx = mail.owner) =>
    (await caller(ctx).findMailboxes({ words })).map(({ fullAddress }) => fullAddress);
  expect(await find("ANNA")).toEqual([`anna@${one}`]);
  expect(await find("kron")).toEqual([`anna@${one}`]);
  expect(await find("g_e")).toEqual([`billing_eu@${other}`]);
  expect(await find("%")).toEqual([]);
  expect(await find("a", { ...mail.owner, actor: { ...mail.owner.actor, domainNames: [other] } })).toEqual([
    `billing_eu@${other}`,
  ]);
  expect(await find("a", mail.stranger)).toEqual([]);
});

it("finds an account only under its own domain", async () => {
  const { id } = await newAccount();
  const domainName = await activeDomain();
  for (const other of [id, "mac_unknown", "x", `map${id.slice(3)}`]) {
    expect(await refusal(account("getMailAccount", { domainName, id: other }))).toEqual(notFound);
    expect(await refusal(account("deleteMailAccount", { domainName, id: other }))).toEqual(notFound);
  }
});
