import {
  auditEntries,
  domainHistory,
  domains,
  mailAccounts,
  mailAliases,
  mailDkimKeys,
  mailDomains,
  outgoingEmails,
} from "@zonepost/db";
import type {
  DomainStatus,
  MailAccount,
  MailAccountCreated,
  MailAlias,
  MailDomain,
  MailPlanSlug,
} from "@zonepost/schema";
import { eq, inArray, sql } from "drizzle-orm";
import pino from "pino";
import { describe, expect, it } from "vitest";
import {
  domainMail,
  eventTypesOf,
  fixture,
  mailPorts,
  never,
  newName,
  priceList,
  problemOf,
  rowOf,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { age, register, setUp as setUpHolder, sync } from "../../../../test/support/domains/lifecycle.ts";
import { addMember } from "../../../../test/support/domains/notifications.ts";
import { authCode, openOperation } from "../../../../test/support/domains/transfers.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { createRetentionSweep } from "../../../kernel/database/retention.ts";
import { dayMs } from "../../../kernel/durations.ts";
import type { WorkspaceOperation } from "../../../kernel/http/operation.ts";
import { activateMail, mailOperations, mailRetentionRules } from "../../mail/index.ts";
import { getDomainWithMail } from "../portfolio/get-domain-details.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { approveTransferOut } from "../transfers/approve-or-reject-transfer-out.ts";
import { createAuthCode } from "../transfers/create-auth-code.ts";
import { transferDomainIn } from "../transfers/transfer-domain-in.ts";
import { deleteDomain, previewDeletion } from "./delete-domain.ts";
import { deleteExpiredDomain } from "./delete-expired-domain.ts";
import { restoreDomain } from "./restore-domain.ts";

useDomainFixture();

const unasked = () => Promise.reject(new Error("unexpected DNS query"));
const ports = {
  priceList,
  ...mailPorts,
  passwordHasher: { hash: async (password: string) => `hash of ${password}` },
  mailServers: { find: async () => null },
  mailDns: { readRecords: unasked, resolveRecords: unasked },

  mailDnsSettings: null,
};
const operations = new Map<string, WorkspaceOperation>(Object.entries(mailOperations(ports)));

/** Calls an operation of the mail module as the router does. */
async function call(
  operationId: string,
  ctx: WorkspaceCtx,
  { body, ...parameters }: { domainName?: string; id?: string; body?: object } = {},
): Promise<unknown> {
  const answer = await operations.get(operationId)?.run(ctx, {
    parameters,
    query: {},
    readBody: () => body,
    pointers: { parameters: "/path", query: "/query" },
  });
  return answer?.value;
}

const activate = (ctx: WorkspaceCtx, domainName: string, planSlug: MailPlanSlug = "pro") =>
  activateMail({ ...ctx, ...ports }, { domainName, planSlug });
const createAccount = (ctx: WorkspaceCtx, domainName: string, localPart: string) =>
  call("createMailAccount", ctx, {
    domainName,
    body: { localPart, displayName: "Someone" },
  }) as Promise<MailAccountCreated>;
const createAlias = (ctx: WorkspaceCtx, domainName: string, from: string, toAddress = "me@elsewhere.net") =>
  call("createMailAlias", ctx, { domainName, body: { fromAddress: `${from}@${domainName}`, toAddress } });
const listMailDomains = (ctx: WorkspaceCtx) => call("listMailDomains", ctx) as Promise<MailDomain[]>;

/** Everything a workspace can see of a domain's mail. */
const mailOf = (ctx: WorkspaceCtx, domainName: string) =>
  Promise.all(
    ["getMailDomain", "listMailAccounts", "listMailAliases"].map((operation) =>
      call(operation, ctx, { domainName }),
    ),
  );

/** Every operation on a mail domain but activation. */
const attempts = (ctx: WorkspaceCtx, domainName: string) => [
  () => call("getMailDomain", ctx, { domainName }),
  () => call("listMailAccounts", ctx, { domainName }),
  () => call("listMailAliases", ctx, { domainName }),
  () => createAccount(ctx, domainName, "late"),
  () => createAlias(ctx, domainName, "late"),
];

async function expectNoMail(ctx: WorkspaceCtx, name: string): Promise<void> {
  for (const attempt of attempts(ctx, name)) {
    expect(await problemOf(attempt())).toMatchObject({ kind: "not_found", code: "not_found" });
  }
  expect((await listMailDomains(ctx)).map(({ domainName }) => domainName)).not.toContain(name);
}

type Holder = Awaited<ReturnType<typeof setUpHolder>>;

/** Mail with two accounts and an alias. */
async function addMail(holder: Holder, name: string) {
  const { dkim } = await activate(holder.ctx, name);
  await createAccount(holder.ctx, name, "info");
  await createAccount(holder.ctx, name, "sales");
  await createAlias(holder.ctx, name, "old");
  return { ...holder, name, dkim, before: await mailOf(holder.ctx, name) };
}

/** A domain in its add grace period, with mail. */
async function withMail() {
  const holder = await setUpHolder();
  return addMail(holder, await register(holder));
}

/** A domain past its add grace period, with mail: a deletion moves it into redemption. */
async function agedWithMail(tld = "com") {
  const holder = await setUpHolder();
  const name = await register(holder, { name: newName(tld) });
  await age(name, 100);
  return addMail(holder, name);
}

const remove = (ctx: Holder["ctx"], name: string) => deleteDomain(ctx, { name, confirmName: name });
const reconcile = async (name: string) => reconcileDomain(fixture.systemCtx, (await rowOf(name)).id);
const rowsOfMail = (name: string) =>
  fixture.db.select().from(mailDomains).where(eq(mailDomains.domainName, name));

async function requestTransferOut({ ctx, name }: { ctx: Holder["ctx"]; name: string }) {
  const code = await createAuthCode(ctx, name);
  await fixture.rival.requestTransfer({ name, authCode: code.authCode });
  await sync();
}

type Mailed = Awaited<ReturnType<typeof withMail>>;

const departures: [string, () => Promise<Mailed>, (domain: Mailed) => Promise<unknown>, DomainStatus][] = [
  ["is deleted within its add grace period", withMail, ({ ctx, name }) => remove(ctx, name), "deleted"],
  ["is deleted later", agedWithMail, ({ ctx, name }) => remove(ctx, name), "redemption"],
  [
    "expires and is deleted after its grace period",
    agedWithMail,
    async ({ name }) => {
      const past = new Date(Date.now() - dayMs);
      await fixture.db
        .update(domains)
        .set({ status: "expired", nextDeletionAt: past })
        .where(eq(domains.name, name));
      await deleteExpiredDomain(fixture.systemCtx, await rowOf(name));
    },
    "redemption",
  ],
  [
    "is transferred out with the owner's approval",
    agedWithMail,
    async ({ ctx, name }) => {
      await requestTransferOut({ ctx, name });
      expect(await mailOf(ctx, name)).toHaveLength(3);
      await approveTransferOut(ctx, (await openOperation(ctx, name)).id);
    },
    "transferred_out",
  ],
  [
    "is transferred out without an answer",
    agedWithMail,
    async ({ ctx, name }) => {
      await requestTransferOut({ ctx, name });
      await fixture.db.$client`
        update registry.domains set sponsor = 'rival', transfer = null where name = ${name}`;
      await reconcile(name);
    },
    "transferred_out",
  ],
  [
    "turns out to be with another registrar",
    agedWithMail,
    async ({ name }) => {
      await fixture.db.$client`update registry.domains set sponsor = 'rival' where name = ${name}`;
      await reconcile(name);
    },
    "transferred_out",
  ],
  [
    "turns out to be unregistered",
    agedWithMail,
    async ({ name }) => {
      await fixture.db.$client`delete from registry.domains where name = ${name}`;
      await reconcile(name);
    },
    "deleted",
  ],
];

describe("mail of a domain that is deleted", () => {
  const warningsOf = async (ctx: Holder["ctx"], name: string) =>
    (await previewDeletion(ctx, { name, confirmName: name })).warnings;

  it("is announced in the preview of the deletion, with when mailboxes are erased", async () => {
    const [fresh, aged] = [await withMail(), await agedWithMail()];
    expect(await warningsOf(fresh.ctx, fresh.name)).toMatchObject([
      { code: "free_at_once" },
      {
        code: "mail_erased",
        message: expect.stringMatching(/erase them .* 30 days after the domain is gone/),
      },
    ]);
    expect(await warningsOf(aged.ctx, aged.name)).toMatchObject([
      { code: "restorable" },
      { code: "mail_erased", message: expect.stringMatching(/They return if you restore the domain/) },
    ]);
    const without = await register(fresh);
    expect(await warningsOf(fresh.ctx, without)).toMatchObject([{ code: "free_at_once" }]);
  });

  it("has audit entries for its suspension and its return", async () => {
    const { ctx, name } = await agedWithMail();
    const audited = async () =>
      (
        await fixture.db.$client`
          select action, actor ->> 'kind' as kind from audit_entries
          where target = ${name} and action like 'mail.%' order by id`
      ).map(({ action, kind }) => [action, kind]);
    await remove(ctx, name);
    await reconcile(name);
    expect(await audited()).toEqual([
      ["mail.activated", "user"],
      ["mail.suspended", "user"],
    ]);
    await restoreDomain(ctx, { name });
    expect((await audited()).at(-1)).toEqual(["mail.resumed", "user"]);
  });
});

describe("mail of a domain that leaves", () => {
  it.each(departures)("is out of reach once the domain %s", async (_how, begin, leave, status) => {
    const domain = await begin();
    const bystander = await addMail(domain, await register(domain));
    await leave(domain);
    expect((await rowOf(domain.name)).status).toBe(status);
    await expectNoMail(domain.ctx, domain.name);
    expect(await mailOf(domain.ctx, bystander.name)).toEqual(bystander.before);
  });

  it("is left to the next holder, who activates it with a new key and the same addresses", async () => {
    const former = await withMail();
    const { name } = former;
    await remove(former.ctx, name);
    const next = await setUpHolder();
    await register(next, { name });
    await expectNoMail(former.ctx, name);
    await expectNoMail(next.ctx, name);
    expect(await problemOf(activate(former.ctx, name))).toMatchObject({ code: "not_found" });

    const { dkim } = await activate(next.ctx, name);
    expect(dkim.record).not.toBe(former.dkim.record);
    expect(await mailOf(next.ctx, name)).toMatchObject([{ accountCount: 0 }, [], []]);
    await createAccount(next.ctx, name, "info");
    await createAlias(next.ctx, name, "old");
    await expectNoMail(former.ctx, name);
    expect(await mailOf(next.ctx, name)).toMatchObject([{ accountCount: 1 }, [{}], [{}]]);
  });

  it("is left to a workspace that transfers the domain in", async () => {
    const former = await agedWithMail();
    const { name } = former;
    await requestTransferOut(former);
    await approveTransferOut(former.ctx, (await openOperation(former.ctx, name)).id);
    await fixture.rival.changeAuthCode(name, authCode);
    await fixture.db.$client`update registry.domains set transferred_at = null where name = ${name}`;
    const next = await setUpHolder();
    const { contacts } = next.input();
    await transferDomainIn(next.ctx, { name, authCode, contacts, autoRenew: true, whoisPrivacy: true });
    await fixture.rival.answerTransfer(name, "approve");
    await sync();
    expect((await activate(next.ctx, name)).dkim.record).not.toBe(former.dkim.record);
    await expectNoMail(former.ctx, name);
  });

  it("doesn't forward any more, so it can't close a loop", async () => {
    const former = await withMail();
    const other = await withMail();
    await createAlias(former.ctx, former.name, "a", `b@${other.name}`);
    expect(await problemOf(createAlias(other.ctx, other.name, "b", `a@${former.name}`))).toMatchObject({
      code: "alias_loop",
    });
    await remove(former.ctx, former.name);
    expect(await createAlias(other.ctx, other.name, "b", `a@${former.name}`)).toMatchObject({
      toAddresses: [{ external: true }],
    });
  });

  it("is not activated if the domain leaves in the meantime", async () => {
    const holder = await setUpHolder();
    const name = await register(holder);
    const leavesBeforeWrite = {
      ...holder.ctx,
      clock: {
        ...holder.ctx.clock,
        now: async () => {
          await remove(holder.ctx, name);
          return holder.ctx.clock.now();
        },
      },
    };
    expect(await problemOf(activate(leavesBeforeWrite, name))).toMatchObject({ code: "not_found" });
    expect(await rowsOfMail(name)).toEqual([]);
  });

  it("changes with the domain or not at all", async () => {
    const { ctx, name, before, workspace } = await agedWithMail();
    await fixture.db.$client`update registry.domains set sponsor = 'rival' where name = ${name}`;
    const row = await rowOf(name);
    const state = async () => [
      await rowOf(name),
      await fixture.db.select().from(domainHistory).where(eq(domainHistory.domainId, row.id)),
      await eventTypesOf(workspace.id),
    ];
    const untouched = await state();
    const failing = {
      ...fixture.systemCtx,
      domainMail: { ...domainMail, whenDomainLeaves: () => Promise.reject(new Error("mail failed")) },
    };
    await expect(reconcileDomain(failing, row.id)).rejects.toThrow("mail failed");
    expect(await state()).toEqual(untouched);
    expect(await mailOf(ctx, name)).toEqual(before);

    await reconcile(name);
    expect((await rowOf(name)).status).toBe("transferred_out");
    await expectNoMail(ctx, name);
  });
});

describe("mail of a domain that is restored", () => {
  it.each(["com", "de"])("is complete again, with its keys and dates (.%s)", async (tld) => {
    const { ctx, name, before } = await agedWithMail(tld);
    const stored = await storedMail(name);
    await remove(ctx, name);
    await expectNoMail(ctx, name);
    expect(await problemOf(activate(ctx, name))).toMatchObject({ code: "domain_not_active" });
    expect(await getDomainWithMail(ctx, name)).toMatchObject({ status: "redemption", mail: null });

    await restoreDomain(ctx, { name });
    expect(await mailOf(ctx, name)).toEqual(before);
    expect(await storedMail(name)).toEqual(stored);
    expect(await getDomainWithMail(ctx, name)).toMatchObject({
      status: "active",
      mail: { planSlug: "pro", status: "active" },
    });
    await createAccount(ctx, name, "new");
  });

  it("changes with the domain or not at all", async () => {
    const { ctx, name } = await agedWithMail();
    await remove(ctx, name);
    const failing = {
      ...ctx,
      domainMail: { ...domainMail, whenDomainReturns: () => Promise.reject(new Error("mail failed")) },
    };
    await expect(restoreDomain(failing, { name })).rejects.toThrow("mail failed");
    expect((await rowOf(name)).status).toBe("redemption");
    await expectNoMail(ctx, name);
    await reconcile(name);
    expect((await rowOf(name)).status).toBe("active");
    expect(await mailOf(ctx, name)).toHaveLength(3);
  });
});

describe("mail of a domain that its workspace registers again", () => {
  it("starts with activation: the accounts come back with a new key", async () => {
    const former = await withMail();
    const { ctx, name } = former;
    await remove(ctx, name);
    await register(former, { name });
    await expectNoMail(ctx, name);
    const { dkim } = await activate(ctx, name, "starter");
    expect(dkim.record).not.toBe(former.dkim.record);
    const [mailDomain, ...addresses] = await mailOf(ctx, name);
    expect(mailDomain).toMatchObject({ planSlug: "starter", accountCount: 2 });
    expect(addresses).toEqual(former.before.slice(1));
    expect(await problemOf(activate(ctx, name))).toMatchObject({ code: "mail_already_active" });
    await remove(ctx, name);
    await expectNoMail(ctx, name);
  });

  it("is refused a plan with less room than the kept accounts need", async () => {
    const former = await withMail();
    const { ctx, name } = former;
    for (const n of [1, 2, 3, 4]) {
      await createAccount(ctx, name, `more-${n}`);
    }
    await remove(ctx, name);
    await register(former, { name });
    expect(await problemOf(activate(ctx, name, "starter"))).toMatchObject({ code: "plan_limit_reached" });
    await activate(ctx, name, "pro");
    expect(await mailOf(ctx, name)).toMatchObject([{ accountCount: 6 }, {}, {}]);
  });

  it("starts empty if the former mail is due to be erased", async () => {
    const former = await withMail();
    const { ctx, name } = former;
    await remove(ctx, name);
    await shiftErasure(name, -30 * dayMs);
    await register(former, { name });
    await activate(ctx, name);
    expect(await mailOf(ctx, name)).toMatchObject([{ accountCount: 0 }, [], []]);
    await erase();
    expect(await rowsOfMail(name)).toHaveLength(1);
    expect(await mailOf(ctx, name)).toMatchObject([{ accountCount: 0 }, [], []]);
  });
});

describe("forwarding of a domain that returns", () => {
  it.each([
    ["is restored", agedWithMail, ({ ctx, name }: Mailed) => restoreDomain(ctx, { name })],
    [
      "is registered again",
      withMail,
      async (former: Mailed) => {
        await register(former, { name: former.name });
        await activate(former.ctx, former.name);
      },
    ],
  ])("pauses what would loop once it %s, and tells the owners", async (_how, begin, comeBack) => {
    const former = await begin();
    const [near, far] = [await withMail(), await withMail()];
    const { ctx, name } = former;
    // a@name → b@near → c@far, and info@name → sales@near.
    await createAlias(ctx, name, "a", `b@${near.name}`);
    await createAlias(ctx, name, "a", "kept@elsewhere.net");
    await createAlias(near.ctx, near.name, "b", `c@${far.name}`);
    const [account] = (await call("listMailAccounts", ctx, { domainName: name })) as MailAccount[];
    const id = account?.id ?? "";
    const forwardTo = `d@${near.name}`;
    await call("updateMailAccount", ctx, { domainName: name, id, body: { forwardTo } });
    await remove(ctx, name);
    await createAlias(far.ctx, far.name, "c", `a+list@${name}`);
    await createAlias(near.ctx, near.name, "d", `info@${name}`);
    const email = await addMember(former.workspace.id);

    await comeBack(former);
    const [, accounts, aliases] = (await mailOf(ctx, name)) as [unknown, MailAccount[], MailAlias[]];
    expect(accounts.map((each) => each.forwardTo?.state)).toEqual(["paused", undefined]);
    const statesOf = ({ toAddresses }: MailAlias) => toAddresses.map(({ state }) => state);
    expect(aliases.map(statesOf)).toEqual([
      ["paused", "waiting_for_confirmation"],
      ["waiting_for_confirmation"],
    ]);
    const emails = await fixture.db.select().from(outgoingEmails).where(eq(outgoingEmails.toAddress, email));
    expect(emails.map(({ kind }) => kind)).toContain("forwarding_paused");
    const entries = await fixture.db
      .select({ target: auditEntries.target, details: auditEntries.details })
      .from(auditEntries)
      .where(eq(auditEntries.action, "mail_forwarding.paused"))
      .orderBy(auditEntries.target);
    expect(entries.filter(({ target }) => target.endsWith(`@${name}`))).toEqual([
      { target: `a@${name}`, details: { toAddress: `b@${near.name}` } },
      { target: `info@${name}`, details: { toAddress: forwardTo } },
    ]);
    const sources = await fixture.db.execute(
      sql`select target from mail_host.aliases where source in (${`a@${name}`}, ${`info@${name}`}) order by target desc`,
    );
    expect(sources.map(({ target }) => target)).toEqual([`info@${name}`, `a@${name}`]);

    // Neither resumes while mail would loop, and both do once nothing leads back.
    const alias = aliases[0];
    const toAddresses = alias?.toAddresses.map(({ address }) => address);
    const resume = () =>
      call("updateMailAlias", ctx, { domainName: name, id: alias?.id ?? "", body: { toAddresses } });
    const resumeAccount = () => call("updateMailAccount", ctx, { domainName: name, id, body: { forwardTo } });
    expect(await problemOf(resume())).toMatchObject({
      code: "alias_loop",
      fields: [{ pointer: "/toAddresses/0" }],
    });
    expect(await problemOf(resumeAccount())).toMatchObject({
      code: "alias_loop",
      fields: [{ pointer: "/forwardTo" }],
    });
    for (const holder of [near, far]) {
      const list = (await call("listMailAliases", holder.ctx, { domainName: holder.name })) as MailAlias[];
      for (const each of list) {
        await call("deleteMailAlias", holder.ctx, { domainName: holder.name, id: each.id });
      }
    }
    expect(statesOf((await resume()) as MailAlias)).toEqual([
      "waiting_for_confirmation",
      "waiting_for_confirmation",
    ]);
    expect(await resumeAccount()).toMatchObject({ forwardTo: { state: "waiting_for_confirmation" } });
  });
});

/** Everything that is stored of a name's mail, secrets included. */
async function storedMail(name: string) {
  const rows = await rowsOfMail(name);
  const ids = rows.map(({ id }) => id);
  return {
    rows,
    accounts: await fixture.db
      .select()
      .from(mailAccounts)
      .where(inArray(mailAccounts.mailDomainId, ids))
      .orderBy(mailAccounts.id),
    aliases: await fixture.db.select().from(mailAliases).where(inArray(mailAliases.mailDomainId, ids)),
    keys: await fixture.db.select().from(mailDkimKeys).where(inArray(mailDkimKeys.mailDomainId, ids)),
  };
}

const erase = (now = new Date()) =>
  createRetentionSweep(
    fixture.db,
    mailRetentionRules({
      clock: { now: async () => now, wallNow: () => now },
      log: pino({ level: "silent" }),
    }),
  ).run(never);

async function shiftErasure(name: string, byMs: number): Promise<void> {
  for (const { id, erasesAt } of await rowsOfMail(name)) {
    const moved = erasesAt && new Date(erasesAt.getTime() + byMs);
    await fixture.db.update(mailDomains).set({ erasesAt: moved }).where(eq(mailDomains.id, id));
  }
}

describe("erasure", () => {
  it("happens 30 days after the domain left, not before, and leaves no address, password or key", async () => {
    const { ctx, name } = await withMail();
    const bystander = await withMail();
    await remove(ctx, name);
    const { rows, accounts, aliases, keys } = await storedMail(name);
    const leftAt = rows[0]?.leftAt?.getTime() ?? 0;
    expect([accounts.length, aliases.length, leftAt > 0]).toEqual([2, 1, true]);

    await erase(new Date(leftAt + 30 * dayMs - 1));
    expect(await storedMail(name)).toEqual({ rows, accounts, aliases, keys });

    await erase(new Date(leftAt + 30 * dayMs));
    for (const secret of [keys[0]?.privateKeyEncrypted, accounts[0]?.passwordHash]) {
      expect(await tablesWith(secret ?? "")).toEqual([]);
    }
    // From its ID, the mail hosts know whose messages to erase.
    expect(await tablesWith(accounts[0]?.id ?? "")).toEqual(["mail_erased_accounts"]);
    expect(await storedMail(name)).toEqual({ rows: [], accounts: [], aliases: [], keys: [] });
    expect(await mailOf(bystander.ctx, bystander.name)).toEqual(bystander.before);
  });

  it("doesn't happen if the domain is restored in the meantime", async () => {
    const { ctx, name, before } = await agedWithMail();
    await remove(ctx, name);
    await restoreDomain(ctx, { name });
    await erase(new Date(Date.now() + 400 * dayMs));
    expect(await mailOf(ctx, name)).toEqual(before);
  });

  it("of deactivated mail isn't put off by its domain, which leaves and comes back", async () => {
    const { ctx, name } = await agedWithMail();
    const { erasesAt } = (await call("deactivateMail", ctx, { domainName: name })) as MailDomain;
    const datesOf = async () => (await rowsOfMail(name)).map((row) => row.erasesAt?.toISOString());
    await remove(ctx, name);
    expect(await datesOf()).toEqual([erasesAt]);
    await restoreDomain(ctx, { name });
    expect(await datesOf()).toEqual([erasesAt]);
    expect(await call("getMailDomain", ctx, { domainName: name })).toMatchObject({
      status: "deactivated",
      renewsAt: null,
    });
    await remove(ctx, name);
    await fixture.db.$client`delete from registry.domains where name = ${name}`;
    await reconcile(name);
    expect(await datesOf()).toEqual([erasesAt]);
    await erase(new Date(erasesAt ?? 0));
    expect(await rowsOfMail(name)).toEqual([]);
  });

  it("waits while the domain can be restored, and counts from the day it left", async () => {
    const { ctx, name } = await agedWithMail();
    await remove(ctx, name);
    const [left] = await rowsOfMail(name);
    await erase(new Date(Date.now() + 400 * dayMs));
    expect(await rowsOfMail(name)).toEqual([left]);

    await fixture.db.$client`
      update registry.domains set phase = 'pending_delete', phase_ends_at = now() + interval '5 days'
      where name = ${name}`;
    await reconcile(name);
    expect((await rowOf(name)).status).toBe("pending_delete");
    const dueAt = new Date((left?.leftAt?.getTime() ?? 0) + 30 * dayMs);
    expect(await rowsOfMail(name)).toEqual([{ ...left, erasesAt: dueAt }]);

    await fixture.db.$client`delete from registry.domains where name = ${name}`;
    await reconcile(name);
    expect((await rowOf(name)).status).toBe("deleted");
    expect(await rowsOfMail(name)).toEqual([{ ...left, erasesAt: dueAt }]);
    await erase(dueAt);
    expect(await rowsOfMail(name)).toEqual([]);
  });
});

/** The tables in which any column contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await fixture.db.$client<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await fixture.db.$client`
      select 1 from ${fixture.db.$client(name)} as kept where strpos(kept::text, ${text}) > 0 limit 1`;
    if (row) {
      found.push(name);
    }
  }
  return found;
}
