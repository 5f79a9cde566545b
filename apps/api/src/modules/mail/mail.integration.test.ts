import { createPrivateKey, createPublicKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { verify } from "@node-rs/argon2";
import { auditEntries, domains, mailAccounts, mailAliases, mailDomains, outgoingEmails } from "@zonepost/db";
import type { CurrentSession } from "@zonepost/schema";
import {
  type MailAccountCreated,
  type MailAlias,
  type MailDomain,
  type MailPlanSlug,
  mailAccount,
  mailAccountCreated,
  mailActivation,
  mailAlias,
  mailDomain,
  workspaceRoles,
} from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { PersonCtx, WorkspaceCtx } from "../../kernel/ctx.ts";
import { dayMs } from "../../kernel/durations.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import { createToProblem } from "../../kernel/http/problem.ts";
import { createCallerFactory } from "../../kernel/http/trpc.ts";
import { newId } from "../../kernel/ids.ts";
import { freeMailPlans, priceListOfRegistries } from "../payments/index.ts";
import { dkimKeyOwner, readSigningKey } from "./dkim/signing-key.ts";
import {
  activateMail,
  buyMailPlan,
  createMailRouter,
  quoteMailPlan,
  requireMailActivatable,
  resumeMail,
  suspendMail,
} from "./index.ts";
import { createMailFixture, type MailFixture, now } from "./mail-fixture.ts";
import type { MailDomainRow } from "./model/mail-domain-row.ts";
import { maxAliasesPerDomain } from "./model/policy.ts";
import { readRecords } from "./model/read-records.ts";
import { sendPlanNotices } from "./plans/send-plan-notices.ts";
import type { RecordQuestion, ServerRecords } from "./ports.ts";

const casesFile = new URL(
  "../../../../../../shared/data/email-addresses/hosting-cases.json",
  import.meta.url,
);

let fixture: MailFixture;
let workspace: Awaited<ReturnType<MailFixture["createWorkspace"]>>;
let owner: WorkspaceCtx;
let stranger: WorkspaceCtx;

beforeAll(async () => {
  fixture = await createMailFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  workspace = await fixture.createWorkspace();
  owner = workspace.ctx();
  stranger = (await fixture.createWorkspace()).ctx();
});

let counter = 0;
const freshName = () => `mail-${++counter}.com`;

const activate = (domainName: string, planSlug = "starter", ctx = owner) =>
  fixture.activate(ctx, { domainName, planSlug });
const createAccount = (domainName: string, localPart: string, more: object = {}, ctx = owner) =>
  fixture.call("createMailAccount", ctx, {
    domainName,
    body: { localPart, displayName: "Someone", ...more },
  }) as Promise<MailAccountCreated>;
const createAlias = (domainName: string, fromAddress: string, toAddress: string, ctx = owner) =>
  fixture.call("createMailAlias", ctx, {
    domainName,
    body: { fromAddress, toAddress },
  }) as Promise<MailAlias>;

async function activeDomain(planSlug = "starter", name = freshName()): Promise<string> {
  await workspace.addDomain(name);
  await activate(name, planSlug);
  return name;
}

const toProblem = createToProblem("http://localhost");
const problemOf = async (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call was answered"),
    (error: unknown) => toProblem(error, "req"),
  );
const refusal = async (call: Promise<unknown>) => {
  const { status, code, errors } = await problemOf(call);
  return errors ? { status, code, pointers: errors.map((each) => each.pointer) } : { status, code };
};
const notFound = { status: 404, code: "not_found" };
const forbidden = { status: 403, code: "forbidden" };
const conflict = (code: string) => ({ status: 409, code });
const invalid = (...pointers: string[]) => ({ status: 422, code: "invalid_input", pointers });

const auditOf = () =>
  fixture.db.select().from(auditEntries).where(eq(auditEntries.workspaceId, workspace.id));
const mailDomainRow = async (name: string) => {
  const [row] = await fixture.db.select().from(mailDomains).where(eq(mailDomains.domainName, name));
  return row ?? expect.unreachable(`${name} has no mail`);
};
const accountRows = async (name: string) =>
  fixture.db
    .select()
    .from(mailAccounts)
    .where(eq(mailAccounts.mailDomainId, (await mailDomainRow(name)).id));
const insertAccounts = (mailDomainId: string, domainName: string, count: number) =>
  fixture.db.insert(mailAccounts).values(
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      mailDomainId,
      fullAddress: `account-${index}@${domainName}`,
      displayName: "Someone",
      passwordHash: "none",
      createdAt: now,
    })),
  );

describe("readRecords", () => {
  it("queries each nameserver of the domain with its glue", async () => {
    const domainName = await activeDomain();
    await fixture.db
      .update(domains)
      .set({
        nameservers: [`ns1.${domainName}`, "ns2.example.net"],
        glue: [{ host: `ns1.${domainName}`, addresses: ["192.0.2.1"] }],
      })
      .where(eq(domains.name, domainName));
    const [mailDomain] = await fixture.db
      .select()
      .from(mailDomains)
      .where(eq(mailDomains.domainName, domainName));
    const mailDns = {
      readRecords: async ({ nameserver, addresses, name, type }: RecordQuestion): Promise<ServerRecords> =>
        addresses
          ? { kind: "answered", values: [`${type} ${name} ${addresses}`], alias: null }
          : { kind: "away", reason: nameserver === "ns2.example.net" ? "timeout" : "refused" },
    };
    const question = { name: `zp1._domainkey.${domainName}`, type: "TXT" } as const;
    expect(await readRecords({ db: fixture.db, mailDns }, mailDomain as MailDomainRow, question)).toEqual([
      {
        nameserver: `ns1.${domainName}`,
        kind: "answered",
        values: [`TXT zp1._domainkey.${domainName} 192.0.2.1`],
        alias: null,
      },
      { nameserver: "ns2.example.net", kind: "away", reason: "timeout" },
    ]);
  });
});

describe("activating mail", () => {
  it("returns the plan and a DKIM record, and stores the private key encrypted", async () => {
    const name = await workspace.addDomain(freshName());
    const answer = mailActivation.parse(await activate(name, "pro"));
    expect(answer).toMatchObject({ domainName: name, status: "active", planSlug: "pro" });
    expect(answer.dkim.host).toBe(`${answer.dkim.selector}._domainkey.${name}`);
    const row = await mailDomainRow(name);
    expect(row).toMatchObject({ workspaceId: workspace.id, maxAccounts: 25, storageGigabytes: 10 });
    const sealed = (await readSigningKey(fixture.db, row.id)).privateKeyEncrypted ?? "";
    expect(sealed).not.toContain("PRIVATE KEY");
    const pem = fixture.ports.secretBox.open(sealed, dkimKeyOwner(row.id));
    const derived = createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "der" });
    expect(answer.dkim.record).toBe(`v=DKIM1; k=rsa; p=${derived.toString("base64")}`);
    expect(() => fixture.ports.secretBox.open(sealed, dkimKeyOwner(newId()))).toThrow();
  });

  it("accepts the name as people type it", async () => {
    const name = await workspace.addDomain("xn--kln-sna.de");
    expect(await activate(" KÖLN.de. ")).toMatchObject({ domainName: name });
  });

  it("writes an audit entry with the actor and the plan, but no key", async () => {
    const name = await activeDomain("business");
    const [entry, ...others] = await auditOf();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: "mail.activated",
      target: name,
      actor: { kind: "user", name: "someone@example.test" },
      details: { planSlug: "business" },
      requestId: "req_test",
      occurredAt: now,
    });
    expect(JSON.stringify(entry)).not.toMatch(/PRIVATE|v1\./);
  });

  it("rejects a second activation, even with another plan, and changes nothing", async () => {
    const name = await activeDomain("starter");
    const before = await mailDomainRow(name);
    expect(await refusal(activate(name, "pro"))).toEqual(conflict("mail_already_active"));
    expect(await mailDomainRow(name)).toEqual(before);
    expect(await auditOf()).toHaveLength(1);
  });

  it("succeeds for one of several simultaneous requests, and returns a conflict to the others", async () => {
    const name = await workspace.addDomain(freshName());
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => activate(name)));
    expect(outcomes.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ code: "mail_already_active" });
      }
    }
    expect(await auditOf()).toHaveLength(1);
  });

  it("rejects an inactive domain, also before anything is charged", async () => {
    const name = await workspace.addDomain(freshName(), "expired");
    expect(await refusal(activate(name))).toEqual(conflict("domain_not_active"));
    const input = { domainName: name, planSlug: "starter" } as const;
    expect(await refusal(requireMailActivatable(owner, input))).toEqual(conflict("domain_not_active"));
  });

  it("happens together with what its caller writes alongside, or not at all", async () => {
    const name = await workspace.addDomain(freshName());
    const input = { domainName: name, planSlug: "starter" } as const;
    const ctx = { ...owner, ...fixture.ports };
    const failed = activateMail(ctx, input, () => Promise.reject(new Error("the line was paid back")));
    await expect(failed).rejects.toThrow("the line was paid back");
    expect(await auditOf()).toEqual([]);
    await requireMailActivatable(owner, input);
    await activateMail(ctx, input, async (tx) => {
      const [seen] = await tx.select().from(mailDomains).where(eq(mailDomains.domainName, name));
      expect(seen).toMatchObject({ status: "active" });
    });
    expect(await mailDomainRow(name)).toMatchObject({ status: "active" });
  });

  it("rejects invalid input and names the fields", async () => {
    const name = await workspace.addDomain(freshName());
    expect(await refusal(activate("no name"))).toEqual(invalid("/domainName"));
    expect(await refusal(activate(name, "gold"))).toEqual(invalid("/planSlug"));
  });

  it("rejects a role without the right", async () => {
    const name = await workspace.addDomain(freshName());
    expect(await refusal(activate(name, "starter", workspace.ctx("read_only")))).toEqual(forbidden);
    expect(await refusal(activate(name, "starter", workspace.ctx("billing")))).toEqual(forbidden);
  });

  it("returns the same for another workspace's domain as for an unknown one", async () => {
    const name = await workspace.addDomain(freshName());
    const foreign = await problemOf(activate(name, "starter", stranger));
    expect(foreign).toEqual(await problemOf(activate(freshName(), "starter", stranger)));
    expect(foreign).toMatchObject(notFound);
  });
});

describe("the plan of active mail", () => {
  const end = new Date("2027-03-01T09:30:00.000Z");
  const day = (count: number) => new Date(end.getTime() + count * dayMs);
  const at = (moment: Date): WorkspaceCtx => ({
    ...owner,
    clock: { now: async () => moment, wallNow: () => moment },
  });
  type Wish = { domainName: string; planSlug: MailPlanSlug; currentExpiresAt?: string };
  const quote = (wish: Wish, ctx = owner) => quoteMailPlan({ ...ctx, ...fixture.ports }, wish);
  /** As an order does that was quoted at the same moment. */
  const buy = async (wish: Wish, ctx = owner) => {
    const { price, years } = await quote(wish, ctx);
    await buyFor({ priceCents: price.priceCents, years }, wish, ctx);
  };
  const buyFor = (paid: { priceCents: number; years: number | null }, wish: Wish, ctx = owner) =>
    buyMailPlan({ ...ctx, ...fixture.ports }, { ...wish, paid }, async () => {});
  const get = (domainName: string, ctx = owner) =>
    fixture.call("getMailDomain", ctx, { domainName }) as Promise<MailDomain>;

  it("is upgraded at once, for the difference of the days left", async () => {
    const domainName = await activeDomain();
    const wish = { domainName, planSlug: "pro" } as const;
    expect(await quote(wish)).toEqual({
      price: { priceCents: 3_600, currency: "EUR" },
      years: null,
      paidUntil: end,
      warnings: [],
    });
    expect((await quote(wish, at(day(-100)))).price.priceCents).toBe(986);
    await buyFor({ priceCents: 996, years: null }, wish, at(day(-100)));
    expect(await get(domainName)).toMatchObject({
      planSlug: "pro",
      maxAccounts: 25,
      storageGigabytes: 10,
      expiresAt: end.toISOString(),
    });
    expect((await auditOf()).at(-1)).toMatchObject({
      action: "mail.plan_changed",
      details: { planSlug: "pro", expiresAt: end.toISOString() },
    });
  });

  it("is downgraded at its next renewal, and no account is added that wouldn't fit then", async () => {
    const domainName = await activeDomain("pro");
    const wish = { domainName, planSlug: "starter" } as const;
    expect(await quote(wish)).toMatchObject({
      price: { priceCents: 0 },
      years: null,
      warnings: [{ code: "plan_changes_later", message: expect.stringContaining("2027-03-01") }],
    });
    await buy(wish);
    expect(await get(domainName)).toMatchObject({
      planSlug: "pro",
      maxAccounts: 25,
      nextPlanSlug: "starter",
    });
    expect(await refusal(quote(wish))).toEqual(conflict("plan_unchanged"));
    const { id } = await mailDomainRow(domainName);
    await insertAccounts(id, domainName, 5);
    expect(await refusal(createAccount(domainName, "sixth"))).toEqual(conflict("plan_limit_reached"));
    const renewal = { ...wish, currentExpiresAt: end.toISOString() };
    expect(await quote(renewal)).toMatchObject({ price: { priceCents: 1_200 }, years: 1 });
    await buy(renewal);
    expect(await get(domainName)).toMatchObject({
      planSlug: "starter",
      maxAccounts: 5,
      nextPlanSlug: null,
      expiresAt: "2028-03-01T09:30:00.000Z",
      renewsAt: "2028-02-16T09:30:00.000Z",
    });
  });

  it("keeps its plan if a downgrade is cancelled", async () => {
    const domainName = await activeDomain("pro");
    await buy({ domainName, planSlug: "starter" });
    expect(await quote({ domainName, planSlug: "pro" })).toMatchObject({
      price: { priceCents: 0 },
      warnings: [{ code: "plan_kept" }],
    });
    await buy({ domainName, planSlug: "pro" });
    expect(await get(domainName)).toMatchObject({ planSlug: "pro", nextPlanSlug: null });
  });

  it("rejects a lower plan with too few accounts, and the plan that it has", async () => {
    const domainName = await activeDomain("pro");
    const { id } = await mailDomainRow(domainName);
    await insertAccounts(id, domainName, 6);
    const small = await problemOf(quote({ domainName, planSlug: "starter" }));
    expect(small).toMatchObject({ status: 409, code: "plan_limit_reached" });
    expect(small.detail).toContain("includes 5 accounts, but this domain has 6");
    const same = await problemOf(quote({ domainName, planSlug: "pro" }));
    expect(same).toMatchObject({ status: 409, code: "plan_unchanged" });
    expect(same.detail).toContain("already has the pro plan, paid until 2027-03-01");
  });

  it("is renewed once for each term, and two years ahead at most", async () => {
    const domainName = await activeDomain();
    const wish = { domainName, planSlug: "starter", currentExpiresAt: end.toISOString() } as const;
    expect(await refusal(quote({ ...wish, planSlug: "pro" }))).toEqual(conflict("plan_changed"));
    await buy(wish);
    expect(await refusal(buyFor({ priceCents: 1_200, years: 1 }, wish))).toEqual(conflict("expiry_changed"));
    const next = { ...wish, currentExpiresAt: (await get(domainName)).expiresAt };
    expect(await refusal(quote(next))).toEqual(conflict("plan_paid_ahead"));
  });

  it("is suspended at its end, and active again as soon as it is paid, with any plan that fits", async () => {
    const domainName = await activeDomain("pro");
    expect((await get(domainName, at(day(-1)))).status).toBe("active");
    const late = at(day(20));
    expect((await get(domainName, late)).status).toBe("suspended");
    const wish = { domainName, planSlug: "starter" } as const;
    expect(await quote(wish, late)).toMatchObject({ price: { priceCents: 1_200 }, years: 1 });
    await buy(wish, late);
    expect(await get(domainName, late)).toMatchObject({
      status: "active",
      planSlug: "starter",
      expiresAt: "2028-03-21T09:30:00.000Z",
    });
  });

  it("stays as it is if the order paid for something else", async () => {
    const domainName = await activeDomain();
    const wish = { domainName, planSlug: "pro" } as const;
    // Placed to activate mail, or as an upgrade from another plan.
    for (const paid of [
      { priceCents: 3_600, years: 1 },
      { priceCents: 4_800, years: 1 },
      { priceCents: 2_000, years: null },
      { priceCents: 16_800, years: null },
    ]) {
      expect(await refusal(buyFor(paid, wish))).toEqual(conflict("price_changed"));
    }
    const free = await workspace.addDomain(freshName());
    const activation = { domainName: free, planSlug: "starter" } as const;
    expect(await refusal(buyFor({ priceCents: 600, years: 1 }, activation))).toEqual(
      conflict("price_changed"),
    );
    expect(await get(domainName)).toMatchObject({ planSlug: "starter" });
  });

  it("auto-renews unless it is turned off", async () => {
    const domainName = await activeDomain();
    const set = (autoRenew: boolean, ctx = owner) =>
      fixture.call("updateMailDomain", ctx, { domainName, body: { autoRenew } });
    expect(await set(false)).toMatchObject({ autoRenew: false, renewsAt: null });
    expect(await set(false)).toMatchObject({ autoRenew: false });
    expect(await set(true)).toMatchObject({ autoRenew: true, renewsAt: "2027-02-15T09:30:00.000Z" });
    expect((await auditOf()).map(({ action, details }) => [action, details.to])).toEqual([
      ["mail.activated", undefined],
      ["mail.auto_renew_changed", false],
      ["mail.auto_renew_changed", true],
    ]);
    expect(await refusal(set(true, stranger))).toEqual({ status: 404, code: "not_found" });
    expect(await refusal(set(true, workspace.ctx("read_only")))).toEqual(forbidden);
  });

  describe("without auto-renew", () => {
    const setAutoRenew = (domainName: string, autoRenew: boolean, moment = now) =>
      fixture.call("updateMailDomain", at(moment), { domainName, body: { autoRenew } });
    const sendNotices = (moment: Date, ports = fixture.ports) =>
      sendPlanNotices(
        { ...at(moment), ...ports, actor: { kind: "system", job: "test" } },
        new AbortController().signal,
      );
    const emailsTo = (address: string) =>
      fixture.db
        .select()
        .from(outgoingEmails)
        .where(eq(outgoingEmails.toAddress, address))
        .orderBy(asc(outgoingEmails.createdAt));
    const kindsTo = async (address: string) => (await emailsTo(address)).map(({ kind }) => kind);

    /** A plan whose owner has been told that it ends, unless the test stops earlier. */
    async function endingPlan({ isTold = true } = {}) {
      const address = await workspace.addMember("owner");
      const domainName = await activeDomain();
      await setAutoRenew(domainName, false);
      if (isTold) {
        await sendNotices(day(-14));
      }
      return { domainName, address };
    }

    it("is announced to each owner once, 14 days before its end and when it is suspended", async () => {
      const { domainName, address } = await endingPlan({ isTold: false });
      const addresses = [address, await workspace.addMember("owner")];
      const admin = await workspace.addMember("admin");
      const kinds = () => Promise.all(addresses.map(kindsTo));
      await sendNotices(new Date(day(-14).getTime() - 1));
      expect(await kinds()).toEqual([[], []]);
      await Promise.all(Array.from({ length: 3 }, () => sendNotices(day(-14))));
      await sendNotices(day(-1));
      expect(await kinds()).toEqual([["mail_plan_ends"], ["mail_plan_ends"]]);
      await Promise.all(Array.from({ length: 3 }, () => sendNotices(end)));
      await sendNotices(day(30));
      const both = ["mail_plan_ends", "mail_plan_ended"];
      expect(await kinds()).toEqual([both, both]);
      expect(await kindsTo(admin)).toEqual([]);
      const texts = (await emailsTo(address)).map(({ id, subject, contentEncrypted }) => ({
        subject,
        content: fixture.ports.secretBox.open(contentEncrypted, `outgoing_email:${id}`),
      }));
      expect(texts).toEqual([
        {
          subject: `The mail plan of ${domainName} ends on 1 March 2027`,
          content: expect.stringMatching(/suspended on that day.*1\. März 2027/s),
        },
        {
          subject: `Mail of ${domainName} is suspended`,
          content: expect.stringMatching(/now suspended.*jetzt gesperrt/s),
        },
      ]);
      for (const { content } of texts) {
        expect(content).toContain(`http://panel.test/mail/${domainName}`);
      }
    });

    it("is announced only as suspended if the date before its end was missed", async () => {
      const { address } = await endingPlan({ isTold: false });
      await sendNotices(day(2));
      await sendNotices(day(3));
      expect(await kindsTo(address)).toEqual(["mail_plan_ended"]);
    });

    it("isn't announced once auto-renew is on, nor twice if it is turned off again", async () => {
      const { domainName, address } = await endingPlan();
      await setAutoRenew(domainName, true, day(-10));
      await setAutoRenew(domainName, false, day(-9));
      await sendNotices(day(-8));
      await setAutoRenew(domainName, true, end);
      await sendNotices(end);
      expect(await kindsTo(address)).toEqual(["mail_plan_ends"]);
    });

    it("isn't announced once it is paid, also if that happens during the run, until its next end", async () => {
      const { domainName, address } = await endingPlan({ isTold: false });
      const wish = { domainName, planSlug: "starter", currentExpiresAt: end.toISOString() } as const;
      const { price, years } = await quote(wish, at(day(-14)));
      let sending: Promise<void> = Promise.resolve();
      const paid = { priceCents: price.priceCents, years };
      await buyMailPlan({ ...at(day(-14)), ...fixture.ports }, { ...wish, paid }, async () => {
        sending = sendNotices(day(-14));
        await expect
          .poll(
            () => fixture.db.$client`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
          )
          .toHaveLength(1);
      });
      await sending;
      await sendNotices(end);
      expect(await kindsTo(address)).toEqual([]);
      await sendNotices(day(366 - 14));
      expect(await kindsTo(address)).toEqual(["mail_plan_ends"]);
    });

    it("isn't announced if it is free", async () => {
      const { domainName, address } = await endingPlan({ isTold: false });
      const priceList = priceListOfRegistries("EUR", freeMailPlans);
      for (const moment of [day(-14), end]) {
        await sendNotices(moment, { ...fixture.ports, priceList });
      }
      expect(await kindsTo(address)).toEqual([]);
      expect((await mailDomainRow(domainName)).nextNoticeAt).toBeNull();
    });

    it("isn't announced while the domain is gone, and is again when it comes back", async () => {
      const { domainName, address } = await endingPlan();
      const { domainId: id } = await mailDomainRow(domainName);
      await fixture.db.transaction((tx) => suspendMail(tx, { id, leftAt: day(-9), canBeRestored: true }));
      await sendNotices(end);
      expect(await kindsTo(address)).toEqual(["mail_plan_ends"]);
      await fixture.db.transaction((tx) => resumeMail(tx, { id, returnedAt: day(-5) }));
      await sendNotices(end);
      expect(await kindsTo(address)).toEqual(["mail_plan_ends", "mail_plan_ended"]);
    });
  });
});

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
    expect(JSON.stringify(await fixture.call("listMailAccounts", owner, { domainName: name }))).not.toContain(
      "assword",
    );
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
    expect(await fixture.call("getMailDomain", owner, { domainName: name })).toMatchObject({
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
    expect(await refusal(createAccount(name, "info", {}, workspace.ctx("read_only")))).toEqual(forbidden);
    expect(await refusal(createAccount(freshName(), "info", {}, workspace.ctx("read_only")))).toEqual(
      forbidden,
    );
  });
});

describe("creating an alias", () => {
  it("returns the stored addresses, and whether mail is forwarded outside the workspace", async () => {
    const name = await activeDomain();
    const outward = mailAlias
      .strict()
      .parse(await createAlias(name, `Sales@${name}`, "Someone@Elsewhere.NET"));
    expect(outward).toMatchObject({
      fromAddress: `sales@${name}`,
      toAddress: "someone@elsewhere.net",
      toAddresses: [{ address: "someone@elsewhere.net", external: true, state: "waiting_for_confirmation" }],
    });
    expect(await createAlias(name, `shop@${name}`, `info@${name}`)).toMatchObject({
      toAddresses: [{ external: false, state: "active" }],
    });
    expect((await auditOf()).filter((entry) => entry.action === "mail_alias.created")).toHaveLength(2);
  });

  it("treats the Unicode and the A-label form of the domain as equal", async () => {
    const name = await activeDomain("starter", "xn--bcher-kva.de");
    expect(await createAlias("bücher.de", "Info@BÜCHER.de", "shop@bücher.de")).toMatchObject({
      fromAddress: `info@${name}`,
      toAddress: `shop@${name}`,
    });
    expect(await refusal(createAlias(name, `info@${name}.`, `shop@${name}`))).toEqual(
      conflict("alias_exists"),
    );
    expect(await refusal(createAlias(name, "x@bücher.de", `X@${name}`))).toEqual(invalid("/toAddress"));
  });

  it("rejects a fromAddress outside the activated domain", async () => {
    const name = await activeDomain();
    const other = await activeDomain();
    for (const domain of [other, `sub.${name}`, `not${name}`]) {
      expect(await refusal(createAlias(name, `info@${domain}`, "a@elsewhere.net"))).toEqual(
        invalid("/fromAddress"),
      );
    }
  });

  it("rejects an invalid address on either side", async () => {
    const name = await activeDomain();
    for (const address of ["info", `@${name}`, `a b@${name}`, `a@${name}\r\nBcc: v@x.com`]) {
      expect(await refusal(createAlias(name, address, "a@elsewhere.net"))).toEqual(invalid("/fromAddress"));
    }
    for (const address of ["a@b", "a@localhost", "a@-b.com", "a@b..com", "a@[127.0.0.1]", "mailto:a@b.com"]) {
      expect(await refusal(createAlias(name, `info@${name}`, address))).toEqual(invalid("/toAddress"));
    }
  });

  it("rejects an alias to itself", async () => {
    const name = await activeDomain();
    expect(await refusal(createAlias(name, `info@${name}`, ` INFO@${name.toUpperCase()}`))).toEqual(
      invalid("/toAddress"),
    );
  });

  it("rejects the same pair twice, and allows several targets", async () => {
    const name = await activeDomain();
    await createAlias(name, `team@${name}`, "a@elsewhere.net");
    expect(await refusal(createAlias(name, `team@${name}`, "a@elsewhere.net"))).toEqual(
      conflict("alias_exists"),
    );
    expect(await createAlias(name, `team@${name}`, "b@elsewhere.net")).toMatchObject({
      toAddress: "a@elsewhere.net",
      toAddresses: [{ address: "a@elsewhere.net" }, { address: "b@elsewhere.net" }],
    });
  });

  it("rejects the address of an account, with the reason", async () => {
    const name = await activeDomain();
    await createAccount(name, "info");
    const problem = await problemOf(createAlias(name, `info@${name}`, "a@elsewhere.net"));
    expect(problem).toMatchObject(conflict("address_taken"));
    expect(problem.detail).toContain("already in use by an account");
  });

  it("gives an address to an account or an alias if both are requested at once", async () => {
    const name = await activeDomain();
    const outcomes = await Promise.allSettled([
      createAccount(name, "info", { password: "quiet harbor lantern" }),
      createAlias(name, `info@${name}`, "a@elsewhere.net"),
    ]);
    expect(outcomes.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ code: "address_taken" });
      }
    }
  });

  it("rejects a loop of any length, also across domains and addresses with a subaddress", async () => {
    const [one, two] = [await activeDomain(), await activeDomain()];
    await createAlias(one, `a@${one}`, `b@${two}`);
    await createAlias(two, `b@${two}`, `c@${one}`);
    const loops = conflict("alias_loop");
    expect(await refusal(createAlias(one, `c@${one}`, `a@${one}`))).toEqual(loops);
    expect(await refusal(createAlias(one, `c@${one}`, `a+list@${one}`))).toEqual(loops);
    expect(await refusal(createAlias(one, `d@${one}`, `d+list@${one}`))).toEqual(loops);
    expect(await createAlias(one, `c@${one}`, "out@elsewhere.net")).toMatchObject({
      fromAddress: `c@${one}`,
    });
    expect(await createAlias(one, `d+list@${one}`, `d@${one}`)).toMatchObject({ toAddress: `d@${one}` });
  });

  it("leaves no trace of an alias that was rejected for its loop", async () => {
    const name = await activeDomain();
    await createAlias(name, `a@${name}`, `b@${name}`);
    await refusal(createAlias(name, `b@${name}`, `a@${name}`));
    expect(await fixture.call("listMailAliases", owner, { domainName: name })).toHaveLength(1);
    expect((await auditOf()).filter((entry) => entry.action === "mail_alias.created")).toHaveLength(1);
  });

  it("rejects one of two simultaneous aliases that would form a loop across two domains", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await activeDomain(), await activeDomain()];
      const outcomes = await Promise.allSettled([
        createAlias(one, `a@${one}`, `b@${two}`),
        createAlias(two, `b@${two}`, `a@${one}`),
      ]);
      expect(outcomes.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it("stops at the limit of aliases per domain", async () => {
    const name = await activeDomain();
    const { id } = await mailDomainRow(name);
    await fixture.db.insert(mailAliases).values(
      Array.from({ length: maxAliasesPerDomain - 1 }, (_, index) => ({
        id: newId(),
        mailDomainId: id,
        fromAddress: `a${index}@${name}`,
        createdAt: now,
      })),
    );
    const outcomes = await Promise.allSettled(
      ["x", "y", "z"].map((local) => createAlias(name, `${local}@${name}`, "a@elsewhere.net")),
    );
    const refused = outcomes.filter((each) => each.status === "rejected").map((each) => each.reason.code);
    expect(refused).toEqual(["alias_limit_reached", "alias_limit_reached"]);
  });

  it("rejects a role without the right", async () => {
    const name = await activeDomain();
    expect(
      await refusal(createAlias(name, `a@${name}`, "a@elsewhere.net", workspace.ctx("read_only"))),
    ).toEqual(forbidden);
  });

  it.skipIf(!existsSync(casesFile))(
    "treats the collected equivalent addresses as equal (skipped if they are missing)",
    async () => {
      const { equivalence } = JSON.parse(readFileSync(casesFile, "utf8")) as {
        equivalence: { a: string; b: string; same_mailbox: boolean | string }[];
      };
      await Promise.all(["example.com", "münchen.de"].map((name) => workspace.addDomain(punycode(name))));
      await Promise.all(["example.com", "münchen.de"].map((name) => activate(name)));
      for (const [index, { a, b, same_mailbox }] of equivalence.entries()) {
        const domainName = a.slice(a.lastIndexOf("@") + 1);
        const target = `target-${index}@elsewhere.net`;
        await createAlias(domainName, a, target);
        const second = createAlias(domainName, b, target);
        if (same_mailbox === true) {
          expect(await refusal(second)).toEqual(conflict("alias_exists"));
        } else {
          expect(mailAlias.parse(await second).toAddresses.map(({ address }) => address)).toContain(target);
        }
      }
    },
  );
});

function punycode(name: string): string {
  return new URL(`http://${name}`).hostname;
}

describe("reading mail domains", () => {
  it("lists the workspace's mail domains by name, with the use of their plans and without private keys", async () => {
    const names = [await activeDomain("starter"), await activeDomain("pro")].sort();
    await createAccount(names[0] ?? "", "info");
    const list = z.array(mailDomain.strict()).parse(await fixture.call("listMailDomains", owner));
    expect(list.map((each) => [each.domainName, each.accountCount])).toEqual([
      [names[0], 1],
      [names[1], 0],
    ]);
    expect(JSON.stringify(list)).not.toContain("v1.");
  });

  it("returns one mail domain with its DKIM record", async () => {
    const name = await workspace.addDomain(freshName());
    const { dkim } = await activate(name);
    expect(
      mailDomain.strict().parse(await fixture.call("getMailDomain", owner, { domainName: name })),
    ).toEqual({
      domainName: name,
      status: "active",
      planSlug: "starter",
      dkim,
      accountCount: 0,
      maxAccounts: 5,
      storageGigabytes: 2,
      activatedAt: now.toISOString(),
      expiresAt: "2027-03-01T09:30:00.000Z",
      autoRenew: true,
      renewsAt: "2027-02-15T09:30:00.000Z",
      renewalFailedAt: null,
      nextPlanSlug: null,
    } satisfies MailDomain);
  });

  it("lists accounts by address as a plain array, or in pages with a limit", async () => {
    const name = await activeDomain();
    for (const local of ["c", "a", "b"]) {
      await createAccount(name, local, { password: "quiet harbor lantern" });
    }
    const list = await fixture.call("listMailAccounts", owner, { domainName: name });
    expect(
      z
        .array(mailAccount.strict())
        .parse(list)
        .map((each) => each.fullAddress),
    ).toEqual(["a", "b", "c"].map((local) => `${local}@${name}`));
    expect(await readPages("listMailAccounts", name, 2)).toEqual(list);
  });

  it("lists aliases by address as a plain array, or in pages with a limit", async () => {
    const name = await activeDomain();
    for (const [from, to] of ["ba", "ab", "c+x"].map((pair) => [pair[0], pair[1]])) {
      await createAlias(name, `${from}@${name}`, `${to === "+" ? "z" : to}@elsewhere.net`);
    }
    const list = await fixture.call("listMailAliases", owner, { domainName: name });
    expect(
      z
        .array(mailAlias.strict())
        .parse(list)
        .map((each) => each.fromAddress[0]),
    ).toEqual(["a", "b", "c"]);
    expect(await readPages("listMailAliases", name, 1)).toEqual(list);
    expect(await readPages("listMailAliases", name, 3)).toEqual(list);
  });

  async function readPages(operationId: string, domainName: string, limit: number): Promise<unknown[]> {
    const items: unknown[] = [];
    for (let cursor: string | undefined, turn = 0; turn < 10; turn += 1) {
      const query = cursor === undefined ? { limit } : { limit, cursor };
      const answer = (await fixture.call(operationId, owner, { domainName, query })) as {
        page: unknown[];
        nextCursor: string | null;
      };
      expect(answer.page.length).toBeLessThanOrEqual(limit);
      items.push(...answer.page);
      if (answer.nextCursor === null) {
        return items;
      }
      cursor = answer.nextCursor;
    }
    return expect.unreachable("the pages do not end");
  }

  it("is allowed for roles with mail:read, and for no others", async () => {
    const name = await activeDomain();
    for (const role of workspaceRoles) {
      for (const operationId of ["listMailDomains", "getMailDomain", "listMailAccounts", "listMailAliases"]) {
        const call = fixture.call(operationId, workspace.ctx(role), { domainName: name });
        if (role === "billing") {
          expect(await refusal(call)).toEqual(forbidden);
        } else {
          expect(await call).toBeDefined();
        }
      }
    }
  });
});

describe("a domain that is another workspace's, has no mail, or does not exist", () => {
  const operations: [string, object | undefined][] = [
    ["getMailDomain", undefined],
    ["listMailAccounts", undefined],
    ["createMailAccount", { localPart: "info", displayName: "Info" }],
    ["listMailAliases", undefined],
    ["createMailAlias", { fromAddress: "a@elsewhere.net", toAddress: "a@elsewhere.net" }],
  ];

  it.each(operations)("returns the same bytes from %s", async (operationId, body) => {
    const foreign = await activeDomain();
    const ownWorkspace = await fixture.createWorkspace();
    const withoutMail = await ownWorkspace.addDomain(freshName());
    const problems = await Promise.all(
      [foreign, withoutMail, freshName()].map((domainName) =>
        problemOf(
          fixture.call(operationId, ownWorkspace.ctx(), body ? { domainName, body } : { domainName }),
        ),
      ),
    );
    expect(problems[0]).toMatchObject(notFound);
    expect(problems[1]).toEqual(problems[0]);
    expect(problems[2]).toEqual(problems[0]);
  });

  it("is missing from another workspace's list", async () => {
    await activeDomain();
    expect(await fixture.call("listMailDomains", stranger)).toEqual([]);
  });

  it("counts as external, so that it doesn't reveal who else has mail here", async () => {
    const foreign = await activeDomain();
    const own = await fixture.createWorkspace();
    const name = await own.addDomain(freshName());
    await activate(name, "starter", own.ctx());
    expect(await createAlias(name, `a@${name}`, `b@${foreign}`, own.ctx())).toMatchObject({
      toAddresses: [{ external: true }],
    });
  });
});

describe("the panel's procedures", () => {
  const caller = (ctx: WorkspaceCtx | null) =>
    createCallerFactory(createMailRouter(fixture.ports))({
      // The mail procedures only need the ctx, so a fixed person replaces the session.
      entered: ctx
        ? { personCtx: {} as PersonCtx, workspaceCtx: ctx, currentSession: () => ({}) as CurrentSession }
        : unauthenticated(),
      requestId: "req",
      toProblem,
    });

  it("call the same use cases", async () => {
    const name = await workspace.addDomain(freshName());
    const mail = caller(owner);
    await activate(name);
    const created = await mail.createAccount({ domainName: name, localPart: "Info", displayName: "Info" });
    expect(created.fullAddress).toBe(`info@${name}`);
    expect(created.passwordOnce).toBeTypeOf("string");
    await mail.createAlias({ domainName: name, fromAddress: `a@${name}`, toAddress: created.fullAddress });
    expect(await mail.accounts({ domainName: name })).toHaveLength(1);
    expect(await mail.aliases({ domainName: name })).toMatchObject([{ toAddress: `info@${name}` }]);
    expect(await mail.get({ domainName: name })).toMatchObject({ accountCount: 1 });
    expect(await mail.list()).toHaveLength(1);
  });

  it("reject callers without a session, without the right, and of another workspace", async () => {
    const name = await activeDomain();
    await expect(caller(null).list()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(caller(workspace.ctx("billing")).list()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(caller(stranger).accounts({ domainName: name })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("find mailboxes by address and name across the domains that the caller sees, and treat wildcards as text", async () => {
    const one = await activeDomain();
    const other = await activeDomain();
    await createAccount(one, "anna", { displayName: "Anna Kron" });
    await createAccount(other, "billing_eu", { displayName: "Accounts" });
    const find = async (words: string, ctx = owner) =>
      (await caller(ctx).findMailboxes({ words })).map(({ fullAddress }) => fullAddress);
    expect(await find("ANNA")).toEqual([`anna@${one}`]);
    expect(await find("kron")).toEqual([`anna@${one}`]);
    expect(await find("g_e")).toEqual([`billing_eu@${other}`]);
    expect(await find("%")).toEqual([]);
    expect(await find("a", { ...owner, actor: { ...owner.actor, domainNames: [other] } })).toEqual([
      `billing_eu@${other}`,
    ]);
    expect(await find("a", stranger)).toEqual([]);
  });

  it("reject unknown fields", async () => {
    const name = await activeDomain();
    const input = { domainName: name, localPart: "info", displayName: "Info", quota: 5 };
    await expect(caller(owner).createAccount(input)).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  });
});
