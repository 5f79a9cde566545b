import { digestNotices, domainNotifications, domains, emailOutcomes } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  newName,
  priceList,
  rowOf,
  setUpDomain,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { addMember, mailsTo, sendAt, setLanguage } from "../../../../test/support/domains/notifications.ts";
import { changeDomainContacts } from "../contacts/change-domain-contacts.ts";
import { recordRenewalFailure } from "../lifecycle/auto-renewals.ts";
import { sendExpiryNotices } from "../lifecycle/send-expiry-notices.ts";
import { createAuthCode } from "../transfers/create-auth-code.ts";
import { listNotifications } from "./list-notifications.ts";

useDomainFixture();

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** A workspace with an owner and these domains, each with its days until expiry. */
async function withDomains(daysLeft: Record<string, number>) {
  const workspace = await fixture.createWorkspace();
  const owner = await addMember(workspace.id);
  const now = new Date(Math.floor(Date.now() / 1000) * 1000 + 400 * dayMs);
  const names: Record<string, string> = {};
  for (const [key, days] of Object.entries(daysLeft)) {
    names[key] = await fixture.addDomain(workspace.id, { expiresAt: later(now, days * dayMs) });
  }
  return { workspace, owner, now, names: names as Record<string, string> & { a: string } };
}

const giveNotice = (now: Date) => sendExpiryNotices(fixture.systemCtx, now);

describe("the expiry digest", () => {
  it("gathers an hour's notices of a workspace into one mail, worst first, with prices and renew links", async () => {
    const { owner, now, names } = await withDomains({ a: 30, b: 7, c: 0, d: 1 });
    await giveNotice(now);
    await sendAt(later(now, hourMs - 1_000));
    expect(await mailsTo(owner)).toEqual([]);
    await sendAt(later(now, hourMs));
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("1 domain expired, 3 domains expire in 1 to 30 days");
    const places = [names.c, names.d, names.b, names.a].map(
      (name) => mail?.text.indexOf(`\n${name}\n`) ?? -1,
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(mail?.text).toContain(`https://panel.example/domains/${names.b}?act=renew`);
    expect(mail?.text.match(/Renewal for 1 year: €\d+\.\d\d/g)).toHaveLength(4);
  });

  it("is sent once by several workers, and not again", async () => {
    const { owner, now } = await withDomains({ a: 7, b: 7 });
    await giveNotice(now);
    await Promise.all(Array.from({ length: 4 }, () => sendAt(later(now, hourMs))));
    await sendAt(later(now, 2 * hourMs));
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  it("is sent later if the worker dies before it is stored", async () => {
    const { owner, now } = await withDomains({ a: 7 });
    await giveNotice(now);
    const dying = sendAt(later(now, hourMs), {
      checkAvailability: () => Promise.reject(new Error("the worker was killed here")),
    });
    await dying.catch(() => undefined);
    await sendAt(later(now, hourMs));
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  it("leaves out a domain that was renewed meanwhile, and says so on its page", async () => {
    const { owner, now, names, workspace } = await withDomains({ a: 7, b: 7 });
    await giveNotice(now);
    const paidUntil = later(now, 372 * dayMs);
    await fixture.db.update(domains).set({ paidUntil }).where(eq(domains.name, names.a));
    await sendAt(later(now, hourMs));
    const [mail] = await mailsTo(owner);
    expect(mail?.subject).toBe(`${names.b} expires in 7 days`);
    expect(mail?.text).not.toContain(names.a);
    expect(await listNotifications(workspace.ctx(), names.a)).toMatchObject([
      { kind: "domain_expiring", windowDays: 7, notSent: "obsolete", scheduledFor: null, emails: [] },
    ]);
  });

  it("has the customer's price, not the registry's", async () => {
    const { owner, now } = await withDomains({ a: 7 });
    await giveNotice(now);
    await sendAt(later(now, hourMs), {}, { priceList: { ...priceList, default: { factor: 2 } } });
    const [mail] = await mailsTo(owner);
    expect(mail?.text).toContain("Renewal for 1 year: €23.76");
    expect(mail?.text).not.toContain("11.88");
  });

  it("has no price if the registry is unavailable", async () => {
    const { owner, now } = await withDomains({ a: 1 });
    await giveNotice(now);
    await sendAt(later(now, hourMs), fixture.absentRegistrar());
    const [mail] = await mailsTo(owner);
    expect(mail?.subject).toMatch(/expires in 1 day$/);
    expect(mail?.text).not.toContain("Renewal for 1 year");
  });

  it("tells of each try to renew that failed, once, and again in the notices that follow", async () => {
    const { workspace, owner, now, names } = await withDomains({ a: 8 });
    await fixture.db
      .update(domains)
      .set({ autoRenew: true, nextRenewalAt: now })
      .where(eq(domains.name, names.a));
    const { id, paidUntil: expiresAt } = await rowOf(names.a);
    const failAt = (moment: Date, triesAgainAt: Date) =>
      fixture.db.transaction((tx) =>
        recordRenewalFailure(
          tx,
          { ...fixture.systemCtx, clock: { now: async () => moment, wallNow: () => new Date() } },
          { id, expiresAt, graceEndsAt: later(expiresAt, 30 * dayMs) },
          { code: "card_declined", message: "Declined.", isPayment: true, since: moment, triesAgainAt },
        ),
      );
    const again = later(now, 3 * dayMs);
    await failAt(now, again);
    await failAt(now, again);
    await sendAt(later(now, hourMs));
    await failAt(again, later(now, 7 * dayMs));
    await sendAt(later(again, hourMs));
    await giveNotice(later(now, 7 * dayMs));
    await sendAt(later(now, 7 * dayMs + hourMs));
    const subject = `Renewal failed: ${names.a}`;
    const mails = await mailsTo(owner);
    expect(mails.map((mail) => [mail.kind, mail.subject])).toEqual([
      ["renewal_failed", subject],
      ["renewal_failed", subject],
      ["domain_expiring", subject],
    ]);
    expect(mails[0]?.text).toMatch(
      /card was declined\. We'll try again on .*https:\/\/panel\.example\/payments/s,
    );
    expect((await listNotifications(workspace.ctx(), names.a)).map(({ kind }) => kind)).toEqual([
      "domain_expiring",
      "renewal_failed",
      "renewal_failed",
    ]);
  });
});

describe("the recipients", () => {
  it("are the owners and the members who chose the topic, each with the domains they see", async () => {
    const { workspace, owner, now, names } = await withDomains({ a: 7, b: 7 });
    const chose = await addMember(workspace.id, { role: "billing", topics: ["expiry"] });
    const other = await addMember(workspace.id, { role: "admin", topics: ["transfers"] });
    const limited = await addMember(workspace.id, {
      role: "member",
      topics: ["expiry"],
      domainNames: [names.a],
    });
    const outside = await addMember(workspace.id, {
      role: "read_only",
      topics: ["expiry"],
      domainNames: ["elsewhere.com"],
    });
    await giveNotice(now);
    await sendAt(later(now, hourMs));
    const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
    expect(await subjectsTo(owner)).toEqual(["2 domains expire in 7 days"]);
    expect(await subjectsTo(chose)).toEqual(["2 domains expire in 7 days"]);
    expect(await subjectsTo(other)).toEqual([]);
    expect(await subjectsTo(limited)).toEqual([`${names.a} expires in 7 days`]);
    expect(await subjectsTo(outside)).toEqual([]);
    expect((await mailsTo(limited))[0]?.text).not.toContain(names.b);
  });

  it("get the mail in the workspace's language unless they chose one", async () => {
    const { workspace, owner, now, names } = await withDomains({ a: 7 });
    await setLanguage(workspace.id, "de");
    await giveNotice(now);
    await sendAt(later(now, hourMs));
    const [mail] = await mailsTo(owner, "de");
    expect(mail).toMatchObject({ language: "de", subject: `${names.a} läuft in 7 Tagen ab` });
  });

  it("are named on the domain's page, with how each mail ended", async () => {
    const { workspace, owner, now, names } = await withDomains({ a: 7 });
    const second = await addMember(workspace.id, { role: "admin", topics: ["expiry"] });
    await giveNotice(now);
    const listed = () => listNotifications(workspace.ctx(), names.a);
    expect(await listed()).toMatchObject([{ scheduledFor: later(now, hourMs).toISOString(), emails: [] }]);
    await sendAt(later(now, hourMs));
    const [mail] = await mailsTo(second);
    await fixture.db
      .insert(emailOutcomes)
      .values({ id: mail?.id ?? "", outcome: "sent", endedAt: later(now, 2 * hourMs) });
    expect((await listed())[0]?.emails).toEqual([
      { to: second, outcome: "sent", at: later(now, 2 * hourMs).toISOString() },
      { to: owner, outcome: "queued", at: later(now, hourMs).toISOString() },
    ]);
    const [forBilling] = await listNotifications(workspace.ctx("billing"), names.a);
    expect(forBilling?.emails.map(({ to }) => to)).toEqual([null, null]);
  });
});

describe("a mail about a single event", () => {
  it("tells of a new auth code at once, and who created it", async () => {
    const { workspace, ctx, name } = await setUpDomain();
    const owner = await addMember(workspace.id);
    await createAuthCode(ctx, name);
    await sendAt(new Date());
    expect(await mailsTo(owner)).toMatchObject([
      {
        kind: "auth_code_created",
        subject: `Auth code of ${name} created`,
        text: expect.stringContaining("By: owner@example.\u200btest"),
      },
    ]);
  });

  it("tells of changed contacts, those of several domains in one mail", async () => {
    const { workspace, ctx, name, addContact } = await setUpDomain();
    const owner = await addMember(workspace.id);
    const other = await fixture.addDomain(workspace.id, { name: newName() });
    const registrantId = await addContact();
    for (const one of [name, other]) {
      await changeDomainContacts(ctx, { name: one, contacts: { registrantId } });
    }
    await sendAt(new Date(Date.now() + 6 * 60_000));
    expect(await mailsTo(owner)).toMatchObject([
      { kind: "contacts_changed", subject: "Contacts of 2 domains changed" },
    ]);
  });

  it("waits for the digest of someone who chose one, and its domain's page says so", async () => {
    const { workspace, ctx, id, name } = await setUpDomain();
    const person = await addMember(workspace.id, { role: "admin", choices: { transfers: "digest" } });
    await createAuthCode(ctx, name);
    await sendAt(new Date());
    expect(await mailsTo(person)).toEqual([]);
    const waiting = eq(digestNotices.workspaceId, workspace.id);
    expect(await fixture.db.select().from(digestNotices).where(waiting)).toMatchObject([
      {
        kind: "auth_code_created",
        topic: "transfers",
        domainNames: [name],
        texts: { en: { title: `Auth code of ${name} created` } },
      },
    ]);
    expect(
      await fixture.db.select().from(domainNotifications).where(eq(domainNotifications.domainId, id)),
    ).toMatchObject([{ notSent: "digest", mailAt: null, mailedAt: null }]);
  });

  it("is recorded as not sent if the workspace has no one to tell", async () => {
    const { ctx, id, name } = await setUpDomain();
    await createAuthCode(ctx, name);
    await sendAt(new Date());
    expect(
      await fixture.db.select().from(domainNotifications).where(eq(domainNotifications.domainId, id)),
    ).toMatchObject([{ kind: "auth_code_created", notSent: "no_recipient", mailAt: null }]);
  });
});
