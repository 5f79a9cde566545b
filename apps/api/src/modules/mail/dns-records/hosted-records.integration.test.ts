import { mailDnsChecks } from "@zonepost/db";
import type {
  MailDnsRecord,
  MailSpfMerge,
  MailZoneRecord,
  Right,
  ZoneVersionDetails,
} from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { set } from "../../../../test/support/dns/set-up-zones.ts";
import { hostZones, mailDnsSettings } from "../../../../test/support/mail/hosted-mail.ts";
import {
  conflict,
  forbidden,
  invalid,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { MailDns, RecordQuestion } from "../ports.ts";

const mail = setUpMail();
let zones: ReturnType<typeof hostZones>;
let name: string;
/** SPF records of other domains, by name. */
let elsewhere: Record<string, string>;

beforeEach(async () => {
  elsewhere = { "_spf.crm.test": "v=spf1 ip4:192.0.2.0/24 ~all" };
  const mailDns: MailDns = {
    readRecords: async () => ({ kind: "answered", values: [], alias: null }),
    resolveRecords: async ({ type, name: asked }: Pick<RecordQuestion, "type" | "name">) =>
      type === "TXT" ? [elsewhere[asked] ?? []].flat() : ["192.0.2.1"],
  };
  Object.assign(mail.fixture.ports, { mailDnsSettings, mailDns });
  zones = hostZones(mail);
  name = mail.freshName();
  await mail.workspace.addDomain(name);
});

const call = <Value>(operationId: string, body?: object, ctx = mail.owner) =>
  mail.fixture.call(operationId, ctx, { domainName: name, body }) as Promise<Value>;
const hostedOf = async (purpose: string, type?: string) =>
  (await call<MailDnsRecord[]>("getMailDns")).find(
    (record) => record.purpose === purpose && (type === undefined || record.type === type),
  )?.hosted;
const merge = (body: object = {}) => call<MailSpfMerge>("mergeMailSpf", body);

describe("the list of records", () => {
  it("says which records mail has put into the zone, and shows both sides of a conflict", async () => {
    await zones.create(name);
    await zones.change(
      name,
      set("@", "MX", "10 mx.elsewhere.test."),
      set("_dmarc", "TXT", '"v=DMARC1; p=reject"'),
      set("mta-sts", "A", "192.0.2.1"),
      set("_tcp", "NS", "ns1.elsewhere.test."),
    );
    await mail.activate(name);
    expect(await hostedOf("mx")).toEqual({
      state: "conflict",
      present: [{ name: "@", type: "MX", values: ["10 mx.elsewhere.test."] }],
      replaceable: true,
    });
    // Stricter than what mail would put there.
    expect(await hostedOf("dmarc")).toMatchObject({ state: "unmanaged" });
    expect(await hostedOf("mta_sts", "CNAME")).toMatchObject({ state: "conflict", present: [{ type: "A" }] });
    expect(await hostedOf("srv")).toMatchObject({ state: "conflict", replaceable: false });
    expect(await hostedOf("dkim")).toMatchObject({ state: "managed" });
    expect(await hostedOf("spf")).toEqual({
      state: "unmanaged",
      present: [{ name, type: "TXT", values: ["v=spf1 a:mail.host.test ~all"] }],
      replaceable: true,
    });
  });

  it("has nothing about a zone that isn't hosted here", async () => {
    await mail.activate(name);
    expect(await hostedOf("mx")).toBeUndefined();
    expect(await refusal(merge())).toEqual(conflict("mail_zone_missing"));
  });
});

describe("merging the SPF record", () => {
  beforeEach(async () => {
    await zones.create(name);
    await zones.change(
      name,
      set("@", "TXT", '"google-site-verification=abc"', '"v=spf1 include:_spf.crm.test -all"'),
    );
    await mail.activate(name);
  });
  const texts = () => zones.valuesOf(name, "@", "TXT");

  it("is previewed with its lookups, writes exactly what was previewed, and keeps other TXT records", async () => {
    expect(await hostedOf("spf")).toMatchObject({ state: "conflict" });
    const preview = await merge({ dryRun: true });
    expect(preview).toEqual({
      before: ["v=spf1 include:_spf.crm.test -all"],
      after: "v=spf1 a:mail.host.test include:_spf.crm.test -all",
      lookups: {
        total: 2,
        limit: 10,
        terms: [
          { term: "a:mail.host.test", lookups: 1 },
          { term: "include:_spf.crm.test", lookups: 1 },
        ],
      },
      problem: null,
    });
    expect(await texts()).toContain('"v=spf1 include:_spf.crm.test -all"');
    expect(await mail.caller(mail.owner).spfMerge({ domainName: name })).toEqual(preview);
    await merge({ record: preview.after });
    expect(await texts()).toEqual(['"google-site-verification=abc"', `"${preview.after}"`]);
    expect((await zones.managers(name))["@ TXT"]).toBeNull();
    expect(await hostedOf("spf")).toMatchObject({ state: "unmanaged" });
    const { length } = await zones.versions(name);
    await merge();
    expect(await zones.versions(name)).toHaveLength(length);
    const [row] = await mail.fixture.db
      .select()
      .from(mailDnsChecks)
      .where(eq(mailDnsChecks.mailDomainId, (await mail.mailDomainRow(name)).id));
    expect(row?.nextCheckAt).toBeTruthy();
  });

  it("makes one record of several", async () => {
    await zones.change(name, set("@", "TXT", '"v=spf1 include:_spf.crm.test ~all"', '"v=spf1 mx ~all"'));
    expect(await merge()).toMatchObject({ after: "v=spf1 a:mail.host.test include:_spf.crm.test mx ~all" });
    expect(await texts()).toEqual(['"v=spf1 a:mail.host.test include:_spf.crm.test mx ~all"']);
  });

  it("adds a record if there is none anymore", async () => {
    await zones.change(name, { action: "delete", name: "@", type: "TXT" });
    await merge();
    expect(await texts()).toEqual(['"v=spf1 a:mail.host.test ~all"']);
  });

  it("is refused above ten lookups, with the reason", async () => {
    elsewhere["_spf.crm.test"] = `v=spf1 ${"a:mail.crm.test ".repeat(9)}~all`;
    const { lookups, problem } = await merge({ dryRun: true });
    expect(lookups.total).toBe(11);
    expect(problem).toContain("needs 11 DNS lookups: 1 for a:mail.host.test, 10 for include:_spf.crm.test");
    const before = await texts();
    expect(await refusal(merge())).toEqual(conflict("spf_too_many_lookups"));
    expect(await texts()).toEqual(before);
  });

  it("is refused once the record has changed since the preview", async () => {
    const { after } = await merge({ dryRun: true });
    await zones.change(name, set("@", "TXT", '"v=spf1 mx -all"'));
    expect(await refusal(merge({ record: after }))).toEqual(conflict("spf_changed"));
    expect(await texts()).toEqual(['"v=spf1 mx -all"']);
  });
});

describe("replacing and releasing", () => {
  const replace = (owner: string, type: string, ctx = mail.owner) =>
    call<MailZoneRecord>("replaceMailDnsRecords", { name: owner, type }, ctx);
  const release = (owner: string, type: string, ctx = mail.owner) =>
    call<MailZoneRecord>("releaseMailDnsRecords", { name: owner, type }, ctx);

  it("replaces only the chosen records, which stay in the zone's history", async () => {
    await zones.create(name);
    await zones.change(
      name,
      { ...set("mta-sts", "A", "192.0.2.1"), comment: "the old host" },
      set("@", "MX", "10 mx.elsewhere.test."),
    );
    await mail.activate(name);
    expect(await replace(`mta-sts.${name}`, "CNAME")).toMatchObject({ state: "managed" });
    const managers = await zones.managers(name);
    expect([managers["mta-sts CNAME"], managers["mta-sts A"], managers["@ MX"]]).toEqual([
      "mail",
      undefined,
      null,
    ]);
    await replace(name, "MX");
    expect(await zones.valuesOf(name, "@", "MX")).toEqual(["10 mail.host.test.", "20 mx2.host.test."]);
    expect((await zones.versions(name))[0]).toBe(`5 user Mail records in place of others: MX ${name}`);
    const earlier = await zones.call<ZoneVersionDetails>("getZoneVersion", name, { version: 3 });
    expect(earlier.records).toContainEqual(
      expect.objectContaining({ name: "mta-sts", type: "A", comment: "the old host" }),
    );
  });

  it("can't replace a delegation, or what mail doesn't need", async () => {
    await zones.create(name);
    await zones.change(name, set("_tcp", "NS", "ns1.elsewhere.test."));
    await mail.activate(name);
    expect(await refusal(replace(`_imaps._tcp.${name}`, "SRV"))).toEqual(conflict("records_in_the_way"));
    expect(await refusal(replace(`www.${name}`, "CNAME"))).toEqual(invalid("/name"));
    expect(await refusal(replace(name, "TXT"))).toEqual(invalid("/name"));
    for (const owner of ["elsewhere.test", `..${name}`, `www.${name}`]) {
      expect(await refusal(release(owner, "MX"))).toEqual(conflict("mail_record_not_managed"));
    }
  });

  it("leaves records to people, who can receive mail elsewhere then, until they give them back", async () => {
    await zones.create(name);
    await mail.activate(name);
    await expect(zones.change(name, set("@", "MX", "10 mx.elsewhere.test."))).rejects.toThrow();
    await release(name, "MX");
    expect(await zones.valuesOf(name, "@", "MX")).toEqual(["10 mail.host.test.", "20 mx2.host.test."]);
    expect(await hostedOf("mx")).toMatchObject({ state: "unmanaged" });
    expect(await refusal(release(name, "MX"))).toEqual(conflict("mail_record_not_managed"));
    await zones.change(name, set("@", "MX", "10 mx.elsewhere.test."));
    await call("rotateDkimKey");
    expect(await zones.valuesOf(name, "@", "MX")).toEqual(["10 mx.elsewhere.test."]);
    await replace(name, "MX");
    expect((await zones.managers(name))["@ MX"]).toBe("mail");
  });

  it("can be left to people before mail is erased, so that it stays", async () => {
    await zones.create(name);
    await mail.activate(name);
    await call("deactivateMail");
    await release(name, "MX");
    await zones.change(name, set("@", "MX", "10 mx.elsewhere.test."));
    expect(await refusal(replace(name, "MX"))).toEqual(conflict("mail_deactivated"));
  });

  it("takes the rights over mail and over zones", async () => {
    await zones.create(name);
    await mail.activate(name);
    const keyWith = (...scopes: Right[]): WorkspaceCtx => ({
      ...mail.owner,
      actor: {
        kind: "api_key",
        keyId: "key",
        name: "key",
        workspaceId: mail.workspace.id,
        scopes: new Set(scopes),
        domainNames: null,
        ipRanges: null,
        expiresAt: null,
      },
    });
    for (const ctx of [keyWith("mail:write"), keyWith("zones:write"), mail.workspace.ctx("read_only")]) {
      expect(await refusal(release(name, "MX", ctx))).toEqual(forbidden);
      expect(await refusal(replace(name, "MX", ctx))).toEqual(forbidden);
      expect(await refusal(call("mergeMailSpf", {}, ctx))).toEqual(forbidden);
      expect(await refusal(call("mergeMailSpf", { dryRun: true }, ctx))).toEqual(forbidden);
    }
    expect(await refusal(replace(name, "MX", mail.stranger))).toMatchObject({ status: 404 });
  });
});
