import { createPrivateKey, createPublicKey } from "node:crypto";
import { domains, mailDomains, mailSenderExceptions, outgoingEmails } from "@zonepost/db";
import { type MailDomain, mailActivation, mailDomain, workspaceRoles } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  now,
  problemOf,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { createRetentionSweep } from "../../../kernel/database/retention.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { dkimKeyOwner, openDkimKey } from "../dkim/dkim-sealing.ts";
import { readSigningKey } from "../dkim/signing-key.ts";
import { activateMail, mailRetentionRules, requireMailActivatable, updateMailDomain } from "../index.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { readRecords } from "../model/read-records.ts";
import type { RecordQuestion, ServerRecords } from "../ports.ts";
import type { MailDomainChange } from "./update-mail-domain.ts";

const mail = setUpMail();
const { activate, activeDomain, createAccount, freshName, auditOf, mailDomainRow, caller, expectNotFound } =
  mail;

describe("readRecords", () => {
  it("queries each nameserver of the domain with its glue", async () => {
    const domainName = await activeDomain();
    await mail.fixture.db
      .update(domains)
      .set({
        nameservers: [`ns1.${domainName}`, "ns2.example.net"],
        glue: [{ host: `ns1.${domainName}`, addresses: ["192.0.2.1"] }],
      })
      .where(eq(domains.name, domainName));
    const [mailDomain] = await mail.fixture.db
      .select()
      .from(mailDomains)
      .where(eq(mailDomains.domainName, domainName));
    const mailDns = {
      readRecords: async ({ nameserver, addresses, name, type }: RecordQuestion): Promise<ServerRecords> =>
        addresses
          ? { kind: "answered", values: [`${type} ${name} ${addresses}`], alias: null }
          : { kind: "away", reason: nameserver === "ns2.example.net" ? "timeout" : "refused" },
      resolveRecords: () => Promise.reject(new Error("unexpected DNS query")),
    };
    const question = { name: `zp1._domainkey.${domainName}`, type: "TXT" } as const;
    expect(
      await readRecords({ db: mail.fixture.db, mailDns }, mailDomain as MailDomainRow, question),
    ).toEqual([
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
    const name = await mail.workspace.addDomain(freshName());
    const answer = mailActivation.parse(await activate(name, "pro"));
    expect(answer).toMatchObject({ domainName: name, status: "active", planSlug: "pro" });
    expect(answer.dkim.host).toBe(`${answer.dkim.selector}._domainkey.${name}`);
    const row = await mailDomainRow(name);
    expect(row).toMatchObject({ workspaceId: mail.workspace.id, maxAccounts: 25, storageGigabytes: 10 });
    const sealed = (await readSigningKey(mail.fixture.db, row.id)).privateKeyEncrypted ?? "";
    expect(sealed).not.toContain("PRIVATE KEY");
    const { secretBox } = mail.fixture.ports;
    const pem = openDkimKey(secretBox, sealed, dkimKeyOwner(row.id)) ?? "";
    const derived = createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "der" });
    expect(answer.dkim.record).toBe(`v=DKIM1; k=rsa; p=${derived.toString("base64")}`);
    expect(() => openDkimKey(secretBox, sealed, dkimKeyOwner(newId()))).toThrow();
  });

  it("accepts the name as people type it", async () => {
    const name = await mail.workspace.addDomain("xn--kln-sna.de");
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
    const name = await mail.workspace.addDomain(freshName());
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
    const name = await mail.workspace.addDomain(freshName(), "expired");
    expect(await refusal(activate(name))).toEqual(conflict("domain_not_active"));
    const input = { domainName: name, planSlug: "starter" } as const;
    expect(await refusal(requireMailActivatable(mail.owner, input))).toEqual(conflict("domain_not_active"));
  });

  it("happens together with what its caller writes alongside, or not at all", async () => {
    const name = await mail.workspace.addDomain(freshName());
    const input = { domainName: name, planSlug: "starter" } as const;
    const ctx = { ...mail.owner, ...mail.fixture.ports };
    const failed = activateMail(ctx, input, () => Promise.reject(new Error("the line was paid back")));
    await expect(failed).rejects.toThrow("the line was paid back");
    expect(await auditOf()).toEqual([]);
    await requireMailActivatable(mail.owner, input);
    await activateMail(ctx, input, async (tx) => {
      const [seen] = await tx.select().from(mailDomains).where(eq(mailDomains.domainName, name));
      expect(seen).toMatchObject({ status: "active" });
    });
    expect(await mailDomainRow(name)).toMatchObject({ status: "active" });
  });

  it("rejects invalid input and names the fields", async () => {
    const name = await mail.workspace.addDomain(freshName());
    expect(await refusal(activate("no name"))).toEqual(invalid("/domainName"));
    expect(await refusal(activate(name, "gold"))).toEqual(invalid("/planSlug"));
  });

  it("rejects a role without the right", async () => {
    const name = await mail.workspace.addDomain(freshName());
    expect(await refusal(activate(name, "starter", mail.workspace.ctx("read_only")))).toEqual(forbidden);
    expect(await refusal(activate(name, "starter", mail.workspace.ctx("billing")))).toEqual(forbidden);
  });

  it("returns the same for another workspace's domain as for an unknown one", async () => {
    const name = await mail.workspace.addDomain(freshName());
    const foreign = await problemOf(activate(name, "starter", mail.stranger));
    expect(foreign).toEqual(await problemOf(activate(freshName(), "starter", mail.stranger)));
    expect(foreign).toMatchObject(notFound);
  });
});

describe("reading mail domains", () => {
  it("lists the workspace's mail domains by name, with the use of their plans and without private keys", async () => {
    const names = [await activeDomain("starter"), await activeDomain("pro")].sort();
    await createAccount(names[0] ?? "", "info");
    const list = z.array(mailDomain.strict()).parse(await mail.fixture.call("listMailDomains", mail.owner));
    expect(list.map((each) => [each.domainName, each.accountCount])).toEqual([
      [names[0], 1],
      [names[1], 0],
    ]);
    expect(JSON.stringify(list)).not.toContain("v1.");
  });

  it("returns one mail domain with its DKIM record", async () => {
    const name = await mail.workspace.addDomain(freshName());
    const { dkim } = await activate(name);
    expect(
      mailDomain.strict().parse(await mail.fixture.call("getMailDomain", mail.owner, { domainName: name })),
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
      dkimRotationDays: null,
      dkimRotatesAt: null,
      suspensionReason: null,
      suspendedAt: null,
      deactivatedAt: null,
      erasesAt: null,
      usedBytes: 0,
    } satisfies MailDomain);
  });

  it("is allowed for roles with mail:read, and for no others", async () => {
    const name = await activeDomain();
    for (const role of workspaceRoles) {
      for (const operationId of [
        "listMailDomains",
        "getMailDomain",
        "listMailAccounts",
        "listMailAliases",
        "listDkimKeys",
      ]) {
        const call = mail.fixture.call(operationId, mail.workspace.ctx(role), { domainName: name });
        if (role === "billing") {
          expect(await refusal(call)).toEqual(forbidden);
        } else {
          expect(await call).toBeDefined();
        }
      }
    }
  });
});

describe("suspending and deactivating mail", () => {
  const end = new Date("2027-03-01T09:30:00.000Z");
  const erasesAt = new Date(now.getTime() + 30 * dayMs);
  const at = (moment: Date): WorkspaceCtx => ({
    ...mail.owner,
    clock: { now: async () => moment, wallNow: () => moment },
  });
  const update = (domainName: string, change: MailDomainChange, ctx = mail.owner) =>
    updateMailDomain({ ...ctx, ...mail.fixture.ports }, { domainName, ...change });
  const deactivate = (domainName: string, ctx = mail.owner) =>
    mail.fixture.call("deactivateMail", ctx, { domainName }) as Promise<MailDomain>;
  const actions = async () =>
    (await auditOf())
      .toSorted((one, other) => one.id.localeCompare(other.id))
      .slice(1)
      .map(({ action }) => action);

  it("suspends and resumes it, with one audit entry each", async () => {
    const name = await activeDomain();
    const suspended = { status: "suspended", suspensionReason: "by_user", suspendedAt: now.toISOString() };
    expect(await update(name, { suspended: true })).toMatchObject(suspended);
    expect(await update(name, { suspended: true }, at(end))).toMatchObject({ suspensionReason: "unpaid" });
    // It stays paid, so it still renews.
    expect(await update(name, { autoRenew: true })).toMatchObject({
      ...suspended,
      renewsAt: expect.any(String),
    });
    const resumed = { status: "active", suspensionReason: null, suspendedAt: null };
    expect(await update(name, { suspended: false })).toMatchObject(resumed);
    expect(await update(name, { suspended: false })).toMatchObject(resumed);
    expect(await actions()).toEqual(["mail.suspended_by_user", "mail.resumed_by_user"]);
  });

  it("deactivates it for 30 days, tells the owners, and changes nothing else in it", async () => {
    const name = await activeDomain();
    await createAccount(name, "info");
    const owner = await mail.workspace.addMember("owner");
    const before = await mailDomainRow(name);
    const off = {
      status: "deactivated",
      deactivatedAt: now.toISOString(),
      erasesAt: erasesAt.toISOString(),
      suspensionReason: null,
      renewsAt: null,
      accountCount: 1,
    };
    expect(await deactivate(name)).toMatchObject(off);
    // A repeat doesn't prolong it.
    expect(await deactivate(name, at(new Date(now.getTime() + dayMs)))).toMatchObject(off);
    expect(await mail.fixture.call("listMailDomains", mail.owner)).toMatchObject([off]);
    expect(await actions()).toEqual(["mail_account.created", "mail.deactivated"]);
    const mails = await mail.fixture.db
      .select({ to: outgoingEmails.toAddress })
      .from(outgoingEmails)
      .where(and(eq(outgoingEmails.kind, "mail_deactivated"), eq(outgoingEmails.toAddress, owner)));
    expect(mails).toHaveLength(1);
    const refused = conflict("mail_deactivated");
    expect(await refusal(createAccount(name, "late"))).toEqual(refused);
    expect(await refusal(update(name, { suspended: true }))).toEqual(refused);
    expect(await refusal(update(name, { autoRenew: false }))).toEqual(refused);
    expect(await refusal(activate(name))).toEqual(refused);

    expect(await update(name, { suspended: false })).toMatchObject({
      status: "active",
      erasesAt: null,
      renewsAt: "2027-02-15T09:30:00.000Z",
    });
    expect(await mailDomainRow(name)).toEqual(before);
    expect((await actions()).at(-1)).toBe("mail.reactivated");
  });

  it("reactivates it only while it is kept, and paid", async () => {
    const name = await activeDomain();
    await deactivate(name);
    expect(await refusal(update(name, { suspended: false }, at(erasesAt)))).toEqual(notFound);
    const late = at(end);
    await mail.fixture.db
      .update(mailDomains)
      .set({ erasesAt: new Date(end.getTime() + dayMs) })
      .where(eq(mailDomains.domainName, name));
    expect(await refusal(update(name, { suspended: false }, late))).toEqual(conflict("mail_unpaid"));
    const unpaid = await activeDomain();
    expect(await refusal(update(unpaid, { suspended: false }, late))).toEqual(conflict("mail_unpaid"));
  });

  it("gives up the name once it is due for erasure, and then leaves nothing of it", async () => {
    const name = await activeDomain();
    const { id } = await mailDomainRow(name);
    await createAccount(name, "info");
    await mail.createAlias(name, `sales@${name}`, "someone@elsewhere.example");
    await mail.fixture.db
      .insert(mailSenderExceptions)
      .values({ mailDomainId: id, network: "192.0.2.1", createdAt: now });
    await deactivate(name);
    const due = at(erasesAt);
    expect(await mail.fixture.call("listMailDomains", due)).toEqual([]);
    await mail.activate(name, "starter", due);
    await createRetentionSweep(mail.fixture.db, mailRetentionRules(due)).run(new AbortController().signal);
    expect(await mail.fixture.call("getMailDomain", due, { domainName: name })).toMatchObject({
      status: "active",
      accountCount: 0,
    });
    const tables = await mail.fixture.db.$client<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where column_name = 'mail_domain_id' and table_schema = 'public'`;
    const left: string[] = [];
    for (const { name: table } of tables) {
      const rows = await mail.fixture.db.$client`
        select from ${mail.fixture.db.$client(table)} where mail_domain_id = ${id}`;
      left.push(...rows.map(() => table));
    }
    expect([tables.length > 5, left]).toEqual([true, []]);
  });

  it("needs mail:write, and returns the same 404 for every other domain", async () => {
    const name = await activeDomain();
    expect(await refusal(deactivate(name, mail.workspace.ctx("read_only")))).toEqual(forbidden);
    expect(await refusal(update(name, { suspended: true }, mail.workspace.ctx("billing")))).toEqual(
      forbidden,
    );
    expect(await refusal(update(name, { suspended: true }, mail.stranger))).toEqual(notFound);
    await expectNotFound("deactivateMail");
  });
});

describe("sender exceptions", () => {
  const replace = (domainName: string, exceptions: object[], ctx = mail.owner) =>
    mail.fixture.call("replaceMailSenderExceptions", ctx, { domainName, body: { exceptions } });
  const list = (domainName: string, ctx = mail.owner) =>
    mail.fixture.call("listMailSenderExceptions", ctx, { domainName });

  it("are replaced as a whole, in canonical form, and record what changed", async () => {
    const name = await activeDomain();
    const createdAt = now.toISOString();
    const club = { network: "203.0.113.0/24", note: "Club", createdAt };
    const relay = { network: "2001:db8::7", note: "", createdAt };
    expect(
      await replace(name, [{ network: "2001:DB8::7" }, { network: "203.0.113.9/24", note: " Club " }]),
    ).toEqual([relay, club]);
    const later = {
      ...mail.owner,
      clock: { now: async () => new Date(now.getTime() + dayMs), wallNow: () => now },
    };
    const renamed = { ...club, note: "Our club" };
    expect(
      await replace(
        name,
        [renamed].map(({ network, note }) => ({ network, note })),
        later,
      ),
    ).toEqual([renamed]);
    expect(
      await replace(
        name,
        [renamed].map(({ network, note }) => ({ network, note })),
        later,
      ),
    ).toEqual([renamed]);
    expect(await list(name)).toEqual([renamed]);
    expect(await replace(name, [])).toEqual([]);
    const changes = (await auditOf()).filter(({ action }) => action === "mail.sender_exceptions_changed");
    const sorted = changes.toSorted((one, other) => one.id.localeCompare(other.id));
    expect(sorted.map(({ details }) => details)).toEqual([
      { added: [relay.network, club.network], removed: [] },
      { added: [], removed: [relay.network] },
      { added: [], removed: [club.network] },
    ]);
  });

  it("name the network that is wrong, too wide or listed twice, and change nothing", async () => {
    const name = await activeDomain();
    const wrong = [{ network: "203.0.113.7" }, { network: "0.0.0.0/0" }, { network: "203.0.113.7/32" }];
    expect(await refusal(replace(name, wrong))).toEqual(
      invalid("/exceptions/1/network", "/exceptions/2/network"),
    );
    for (const network of ["example.com", "203.0.113.7/33", "203.0.113.7 note", "0x7f.1"]) {
      expect(await refusal(replace(name, [{ network }]))).toEqual(invalid("/exceptions/0/network"));
    }
    const many = Array.from({ length: 51 }, (_, index) => ({ network: `203.0.113.${index}` }));
    expect(await refusal(replace(name, many))).toEqual(invalid("/exceptions"));
    expect(await list(name)).toEqual([]);
  });

  it("are for people with the right, and for mail that isn't deactivated", async () => {
    const name = await activeDomain();
    expect(await refusal(replace(name, [], mail.workspace.ctx("read_only")))).toEqual(forbidden);
    expect(await list(name, mail.workspace.ctx("read_only"))).toEqual([]);
    await expectNotFound("listMailSenderExceptions");
    await expectNotFound("replaceMailSenderExceptions", { body: { exceptions: [] } });
    await mail.fixture.call("deactivateMail", mail.owner, { domainName: name });
    expect(await refusal(replace(name, []))).toEqual(conflict("mail_deactivated"));
  });
});

describe("a domain that is another workspace's, has no mail, or does not exist", () => {
  it("returns the same bytes", () => expectNotFound("getMailDomain"));

  it("is missing from another workspace's list", async () => {
    await activeDomain();
    expect(await mail.fixture.call("listMailDomains", mail.stranger)).toEqual([]);
  });
});

describe("the panel's procedures", () => {
  it("call the same use cases", async () => {
    const name = await mail.workspace.addDomain(freshName());
    const procedures = caller(mail.owner);
    await activate(name);
    const created = await procedures.createAccount({
      domainName: name,
      localPart: "Info",
      displayName: "Info",
    });
    expect(created.fullAddress).toBe(`info@${name}`);
    expect(created.passwordOnce).toBeTypeOf("string");
    await procedures.createAlias({
      domainName: name,
      fromAddress: `a@${name}`,
      toAddress: created.fullAddress,
    });
    expect((await procedures.accountPage({ domainName: name })).items).toHaveLength(1);
    expect(await procedures.aliases({ domainName: name })).toMatchObject([{ toAddress: `info@${name}` }]);
    expect(await procedures.get({ domainName: name })).toMatchObject({ accountCount: 1 });
    expect(await procedures.find({})).toEqual([name]);
  });

  it("reject callers without a session, without the right, and of another workspace", async () => {
    const name = await activeDomain();
    await expect(caller(null).find({})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(caller(mail.workspace.ctx("billing")).find({})).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(caller(mail.stranger).accountPage({ domainName: name })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("reject unknown fields", async () => {
    const name = await activeDomain();
    const input = { domainName: name, localPart: "info", displayName: "Info", quota: 5 };
    await expect(caller(mail.owner).createAccount(input)).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
  });
});
