import { mailDomains, outgoingEmails } from "@zonepost/db";
import type { MailDomain, MailPlanSlug } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  conflict,
  forbidden,
  now,
  problemOf,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { freeMailPlans, priceListOfRegistries } from "../../payments/index.ts";
import {
  buyMailPlan,
  countAutoRenewingMail,
  findMailRenewal,
  quoteMailPlan,
  resumeMail,
  selectMailRenewals,
  suspendMail,
  updateMailDomain,
} from "../index.ts";
import { sendPlanNotices } from "./send-plan-notices.ts";

const mail = setUpMail();
const { reportUse, activeDomain, createAccount, freshName, auditOf, mailDomainRow, insertAccounts } = mail;

describe("the plan of active mail", () => {
  const end = new Date("2027-03-01T09:30:00.000Z");
  const day = (count: number) => new Date(end.getTime() + count * dayMs);
  const at = (moment: Date): WorkspaceCtx => ({
    ...mail.owner,
    clock: { now: async () => moment, wallNow: () => moment },
  });
  type Wish = { domainName: string; planSlug: MailPlanSlug; currentExpiresAt?: string };
  const quote = (wish: Wish, ctx = mail.owner) => quoteMailPlan({ ...ctx, ...mail.fixture.ports }, wish);
  /** As an order does that was quoted at the same moment. */
  const buy = async (wish: Wish, ctx = mail.owner) => {
    const { price, years } = await quote(wish, ctx);
    await buyFor({ priceCents: price.priceCents, years }, wish, ctx);
  };
  const buyFor = (paid: { priceCents: number; years: number | null }, wish: Wish, ctx = mail.owner) =>
    buyMailPlan({ ...ctx, ...mail.fixture.ports }, { ...wish, paid }, async () => {});
  const get = (domainName: string, ctx = mail.owner) =>
    mail.fixture.call("getMailDomain", ctx, { domainName }) as Promise<MailDomain>;

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
      warnings: [{ code: "plan_changes_later", message: expect.stringContaining("1 Mar 2027") }],
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
    expect(same.detail).toContain("already has the pro plan, paid until 1 Mar 2027");
  });

  it("rejects a lower plan with too little storage, but renews the one that was chosen before", async () => {
    const domainName = await activeDomain("pro");
    const starter = { domainName, planSlug: "starter" } as const;
    const gigabytes = (count: number) =>
      reportUse(domainName, "info", { usedBytes: Math.ceil(count * 2 ** 30) });
    const account = await createAccount(domainName, "info");
    await gigabytes(2.01);
    const small = await problemOf(quote(starter));
    expect(small).toMatchObject(conflict("plan_limit_reached"));
    expect(small.detail).toContain("includes 2 GB, but this domain uses 2.1 GB");
    await mail.account("deleteMailAccount", { domainName, id: account.id });
    expect(await refusal(quote(starter))).toEqual(conflict("plan_limit_reached"));
    await gigabytes(2);
    await buy(starter);
    await gigabytes(2.01);
    await buy({ ...starter, currentExpiresAt: end.toISOString() });
    expect(await get(domainName)).toMatchObject({ planSlug: "starter", storageGigabytes: 2 });
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

  it("isn't charged or announced while mail is deactivated, and paying after its end reactivates it", async () => {
    const domainName = await activeDomain();
    const { id, workspaceId } = await mailDomainRow(domainName);
    const reader = { ...mail.owner, ...mail.fixture.ports };
    const counts = async () => [
      (await findMailRenewal(mail.fixture.db, { id })) !== undefined,
      await countAutoRenewingMail(mail.fixture.ports.priceList, mail.fixture.db, workspaceId),
      (await selectMailRenewals(reader, { now, until: day(30) }, { limit: undefined })).length,
    ];
    expect(await counts()).toEqual([true, 1, 1]);
    await mail.fixture.call("deactivateMail", mail.owner, { domainName });
    expect(await counts()).toEqual([false, 0, 0]);
    expect((await mailDomainRow(domainName)).nextNoticeAt).toBeNull();
    const wish = { domainName, planSlug: "pro" } as const;
    expect(await refusal(quote(wish))).toEqual(conflict("mail_deactivated"));

    const late = at(day(1));
    await mail.fixture.db
      .update(mailDomains)
      .set({ erasesAt: day(2) })
      .where(eq(mailDomains.id, id));
    await buy(wish, late);
    expect(await get(domainName, late)).toMatchObject({
      status: "active",
      planSlug: "pro",
      erasesAt: null,
      renewsAt: expect.any(String),
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
    const free = await mail.workspace.addDomain(freshName());
    const activation = { domainName: free, planSlug: "starter" } as const;
    expect(await refusal(buyFor({ priceCents: 600, years: 1 }, activation))).toEqual(
      conflict("price_changed"),
    );
    expect(await get(domainName)).toMatchObject({ planSlug: "starter" });
  });

  it("auto-renews unless it is turned off", async () => {
    const domainName = await activeDomain();
    const set = (autoRenew: boolean, ctx = mail.owner) =>
      updateMailDomain({ ...ctx, ...mail.fixture.ports }, { domainName, autoRenew });
    expect(await set(false)).toMatchObject({ autoRenew: false, renewsAt: null });
    expect(await set(false)).toMatchObject({ autoRenew: false });
    expect(await set(true)).toMatchObject({ autoRenew: true, renewsAt: "2027-02-15T09:30:00.000Z" });
    expect((await auditOf()).map(({ action, details }) => [action, details.to])).toEqual([
      ["mail.activated", undefined],
      ["mail.auto_renew_changed", false],
      ["mail.auto_renew_changed", true],
    ]);
    expect(await refusal(set(true, mail.stranger))).toEqual({ status: 404, code: "not_found" });
    expect(await refusal(set(true, mail.workspace.ctx("read_only")))).toEqual(forbidden);
  });

  describe("without auto-renew", () => {
    const setAutoRenew = (domainName: string, autoRenew: boolean, moment = now) =>
      updateMailDomain({ ...at(moment), ...mail.fixture.ports }, { domainName, autoRenew });
    const sendNotices = (moment: Date, ports = mail.fixture.ports) =>
      sendPlanNotices(
        { ...at(moment), ...ports, actor: { kind: "system", job: "test" } },
        new AbortController().signal,
      );
    const emailsTo = (address: string) =>
      mail.fixture.db
        .select()
        .from(outgoingEmails)
        .where(eq(outgoingEmails.toAddress, address))
        .orderBy(asc(outgoingEmails.createdAt));
    const kindsTo = async (address: string) => (await emailsTo(address)).map(({ kind }) => kind);

    /** A plan whose mail.owner has been told that it ends, unless the test stops earlier. */
    async function endingPlan({ isTold = true } = {}) {
      const address = await mail.workspace.addMember("owner");
      const domainName = await activeDomain();
      await setAutoRenew(domainName, false);
      if (isTold) {
        await sendNotices(day(-14));
      }
      return { domainName, address };
    }

    it("is announced to each owner once, 14 days before its end and when it is suspended", async () => {
      const { domainName, address } = await endingPlan({ isTold: false });
      const addresses = [address, await mail.workspace.addMember("owner")];
      const admin = await mail.workspace.addMember("admin");
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
        content: mail.fixture.ports.secretBox.open(contentEncrypted, `outgoing_email:${id}`),
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
      await buyMailPlan({ ...at(day(-14)), ...mail.fixture.ports }, { ...wish, paid }, async () => {
        sending = sendNotices(day(-14));
        await expect
          .poll(
            () => mail.fixture.db.$client`select 1 from pg_stat_activity
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
      const priceList = priceListOfRegistries("EUR", freeMailPlans, {});
      for (const moment of [day(-14), end]) {
        await sendNotices(moment, { ...mail.fixture.ports, priceList });
      }
      expect(await kindsTo(address)).toEqual([]);
      expect((await mailDomainRow(domainName)).nextNoticeAt).toBeNull();
    });

    it("isn't announced while the domain is gone, and is again when it comes back", async () => {
      const { domainName, address } = await endingPlan();
      const { domainId: id } = await mailDomainRow(domainName);
      await mail.fixture.db.transaction((tx) =>
        suspendMail(tx, { id, leftAt: day(-9), canBeRestored: true }),
      );
      await sendNotices(end);
      expect(await kindsTo(address)).toEqual(["mail_plan_ends"]);
      await mail.fixture.db.transaction((tx) =>
        resumeMail(tx, { ...mail.owner, ...mail.fixture.ports }, { id, returnedAt: day(-5) }),
      );
      await sendNotices(end);
      expect(await kindsTo(address)).toEqual(["mail_plan_ends", "mail_plan_ended"]);
    });
  });
});
