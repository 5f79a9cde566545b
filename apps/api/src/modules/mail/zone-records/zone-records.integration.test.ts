import { mailDnsChecks, zones as zoneTable } from "@zonepost/db";
import type { MailDkimKey, MailDnsRecord } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { startServer } from "../../../../test/support/dns/dns-server.ts";
import { set } from "../../../../test/support/dns/set-up-zones.ts";
import {
  answerFrom,
  delegate,
  hostZones,
  mailDnsSettings,
} from "../../../../test/support/mail/hosted-mail.ts";
import { at, now, setUpMail } from "../../../../test/support/mail/set-up-mail.ts";
import { DnsResolver } from "../../../adapters/dns/index.ts";
import { createRetentionSweep } from "../../../kernel/database/retention.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { checkDueDnsRecords } from "../dns-records/check-due-dns-records.ts";
import { createMailSweeps, mailRetentionRules } from "../index.ts";
import type { MailDns } from "../ports.ts";

const mail = setUpMail();
let zones: ReturnType<typeof hostZones>;
let name: string;

const emptyDns: MailDns = {
  readRecords: async () => ({ kind: "answered", values: [], alias: null }),
  resolveRecords: async () => [],
};

beforeEach(async () => {
  Object.assign(mail.fixture.ports, { mailDnsSettings, mailDns: emptyDns });
  zones = hostZones(mail);
  name = mail.freshName();
  await mail.workspace.addDomain(name);
});

const placed = [
  "@ MX",
  "_autodiscover._tcp SRV",
  "_dmarc TXT",
  "_imaps._tcp SRV",
  "_mta-sts TXT",
  "_smtp._tls TXT",
  "autoconfig CNAME",
  "autodiscover CNAME",
  "mta-sts CNAME",
  "zp1._domainkey TXT",
];
const managed = async () =>
  Object.entries(await zones.managers(name))
    .filter(([, manager]) => manager === "mail")
    .map(([key]) => key)
    .sort();
const after = (ms: number) => at(new Date(now.getTime() + ms), mail.owner);
const check = async () =>
  (await mail.fixture.call("checkMailDns", mail.owner, { domainName: name })) as MailDnsRecord[];
const sweepCtx = (ctx = mail.owner) => ({
  ...ctx,
  ...mail.fixture.ports,
  actor: { kind: "system", job: "test" } as const,
});

describe("mail in a hosted zone", () => {
  it.each([
    ["its zone is created", async () => [await mail.activate(name), await zones.create(name)]],
    ["it is activated", async () => [await zones.create(name), await mail.activate(name)]],
  ])("has all its records in one version once %s, and the DNS page is green", async (_when, begin) => {
    await begin();
    expect(await managed()).toEqual(placed);
    expect(await zones.versions(name)).toEqual(["2 user Mail records", "1 user"]);
    expect(await zones.valuesOf(name, "@", "MX")).toEqual(["10 mail.host.test.", "20 mx2.host.test."]);
    expect(await zones.valuesOf(name, "@", "TXT")).toEqual(['"v=spf1 a:mail.host.test ~all"']);
    const served = await zones.records(name);
    await using server = await startServer(answerFrom(name, () => served));
    await delegate(mail, name);
    const resolver = new DnsResolver({ isRefusedAddress: () => false, nameserverPort: server.port });
    mail.fixture.ports.mailDns = {
      readRecords: (question, signal) => resolver.readRecords(question, signal),
      resolveRecords: async () => ["192.0.2.1"],
    };
    const records = await check();
    expect(records.map(({ status, hint }) => [status, hint])).toEqual(records.map(() => ["ok", ""]));
  });

  it("takes over the same records of people, and manages them from then on", async () => {
    await zones.create(name, "@ 600 MX 20 mx2.host.test.\n@ MX 10 mail.host.test.\n");
    await mail.activate(name);
    expect(await managed()).toEqual(placed);
    expect(await zones.records(name)).toContainEqual(
      expect.objectContaining({ name: "@", type: "MX", ttl: 600, managedBy: "mail" }),
    );
    await expect(zones.change(name, set("@", "MX", "10 mx.elsewhere.test."))).rejects.toMatchObject({
      fields: [{ pointer: "/changes/0", message: "Mail manages these records." }],
    });
  });

  it.each([
    ["mx", "@", "MX", "10 mx.elsewhere.test."],
    ["dkim", "zp1._domainkey", "TXT", '"v=DKIM1; p=other"'],
    ["dkim as an alias", "zp1._domainkey", "CNAME", "key.elsewhere.test.", "zp1._domainkey TXT"],
    ["dmarc", "_dmarc", "TXT", '"v=DMARC1; p=reject"'],
    ["mta_sts", "_mta-sts", "TXT", '"v=STSv1; id=1"'],
    ["mta_sts with an address", "mta-sts", "A", "192.0.2.1", "mta-sts CNAME"],
    ["tls_rpt", "_smtp._tls", "TXT", '"v=TLSRPTv1; rua=mailto:a@b.test"'],
    ["autoconfig", "autoconfig", "CNAME", "web.elsewhere.test."],
    ["autodiscover", "_autodiscover._tcp", "SRV", "0 1 443 web.elsewhere.test."],
    ["srv", "_imaps._tcp", "SRV", "0 0 0 ."],
  ])(
    "leaves people's records alone: %s",
    async (_purpose, owner, type, value, missing = `${owner} ${type}`) => {
      await zones.create(name);
      await zones.change(name, set(owner, type, value));
      await mail.activate(name);
      expect(await managed()).toEqual(placed.filter((key) => key !== missing));
      expect(await zones.valuesOf(name, owner, type)).toEqual([value]);
      expect((await zones.managers(name))[`${owner} ${type}`]).toBeNull();
    },
  );

  it("adds its SPF record beside other TXT records, and doesn't touch an SPF record that is there", async () => {
    await zones.create(name);
    await zones.change(name, set("@", "TXT", '"google-site-verification=abc"'));
    await mail.activate(name);
    expect(await zones.valuesOf(name, "@", "TXT")).toEqual([
      '"google-site-verification=abc"',
      '"v=spf1 a:mail.host.test ~all"',
    ]);
    expect((await zones.managers(name))["@ TXT"]).toBeNull();
    const other = mail.freshName();
    await mail.workspace.addDomain(other);
    await zones.create(other, '@ TXT "v=spf1 " "include:_spf.crm.test -all"\n');
    await mail.activate(other);
    expect(await zones.valuesOf(other, "@", "TXT")).toEqual(['"v=spf1 " "include:_spf.crm.test -all"']);
  });

  it("adds nothing while no mail servers are configured", async () => {
    mail.fixture.ports.mailDnsSettings = null;
    await zones.create(name);
    await mail.activate(name);
    expect(await managed()).toEqual([]);
  });

  it("is activated and gets keys though the zone is full, and the records are missing then", async () => {
    await zones.create(name);
    await mail.fixture.db.execute(sql`
      insert into zone_record_sets (workspace_id, zone_id, name, type, ttl_seconds, "values", updated_at)
      select workspace_id, id, 'host-' || number, 'A', 300, '{192.0.2.1}', now()
      from zones, generate_series(1, 9999) as number where zones.name = ${name}`);
    await mail.activate(name);
    expect(await managed()).toEqual([]);
    await mail.fixture.call("rotateDkimKey", mail.owner, { domainName: name });
    expect(await zones.versions(name)).toEqual(["1 user"]);
  });

  it("changes no zone of another workspace, and none that ends", async () => {
    await zones.create(name);
    const before = await zones.versions(name);
    const setZone = (change: Partial<typeof zoneTable.$inferInsert>) =>
      mail.fixture.db.update(zoneTable).set(change).where(eq(zoneTable.name, name));
    await setZone({ endsAt: new Date(now.getTime() + dayMs), endReason: "domain_deleted" });
    await mail.activate(name);
    await setZone({ endsAt: null, endReason: null });
    expect([await managed(), await zones.versions(name)]).toEqual([[], before]);
    // Its zone is that of a workspace that held the name before.
    await mail.fixture.db.delete(zoneTable).where(eq(zoneTable.name, name));
    const foreign = { ...zones, owner: mail.stranger };
    await mail.fixture.db.insert(zoneTable).values({
      workspaceId: foreign.owner.actor.workspaceId,
      id: (await mail.mailDomainRow(name)).id,
      name,
      basis: "held",
      serial: 1,
      createdAt: now,
      updatedAt: now,
    });
    await mail.fixture.call("rotateDkimKey", mail.owner, { domainName: name });
    const [zone] = await mail.fixture.db.select().from(zoneTable).where(eq(zoneTable.name, name));
    expect(zone?.version).toBe(1);
  });
});

describe("what mail manages", () => {
  beforeEach(async () => {
    await zones.create(name);
    await mail.activate(name);
  });
  const rotate = () =>
    mail.fixture.call("rotateDkimKey", mail.owner, { domainName: name }) as Promise<MailDkimKey>;
  const advance = async (ctx: typeof mail.owner) => {
    const sweeps = createMailSweeps(sweepCtx(ctx)).filter(({ name: job }) => job === "stages of DKIM keys");
    for (const sweep of sweeps) {
      await sweep.run(new AbortController().signal);
    }
  };
  const keysIn = async () => (await managed()).filter((key) => key.includes("_domainkey"));

  it("follows a DKIM rotation from the new key to the end of the old one, without a person", async () => {
    await delegate(mail, name);
    await rotate();
    expect(await keysIn()).toEqual(["zp1._domainkey TXT", "zp2._domainkey TXT"]);
    let served = await zones.records(name);
    await using server = await startServer(answerFrom(name, () => served));
    mail.fixture.ports.mailDns = new DnsResolver({
      isRefusedAddress: () => false,
      nameserverPort: server.port,
    });
    await advance(after(0));
    const keys = async () =>
      ((await mail.fixture.call("listDkimKeys", mail.owner, { domainName: name })) as MailDkimKey[]).map(
        ({ selector, stage }) => `${selector} ${stage}`,
      );
    expect(await keys()).toEqual(["zp2 active", "zp1 retiring"]);
    expect(await keysIn()).toEqual(["zp1._domainkey TXT", "zp2._domainkey TXT"]);
    await advance(after(8 * dayMs));
    expect(await keys()).toEqual(["zp2 active", "zp1 retired"]);
    expect(await keysIn()).toEqual(["zp2._domainkey TXT"]);
    served = await zones.records(name);
    expect((await zones.versions(name)).slice(0, 2)).toEqual([
      "4 system Mail records",
      "3 user Mail records",
    ]);
  });

  it("loses a key whose rotation is canceled", async () => {
    await rotate();
    await mail.fixture.call("cancelDkimRotation", mail.owner, { domainName: name });
    expect(await keysIn()).toEqual(["zp1._domainkey TXT"]);
  });

  it("follows changed settings with the next check, and that check waits for the nameservers", async () => {
    mail.fixture.ports.mailDnsSettings = { ...mailDnsSettings, mxHosts: ["mx.host.test"] };
    await checkDueDnsRecords(sweepCtx(after(hourMs)), new AbortController().signal);
    expect(await zones.valuesOf(name, "@", "MX")).toEqual(["10 mx.host.test."]);
    expect((await zones.versions(name))[0]).toBe("3 system Mail records");
    const { id } = await mail.mailDomainRow(name);
    const [row] = await mail.fixture.db
      .select()
      .from(mailDnsChecks)
      .where(eq(mailDnsChecks.mailDomainId, id));
    expect(row?.checkedAt).toBeNull();
    await checkDueDnsRecords(sweepCtx(after(2 * hourMs)), new AbortController().signal);
    expect((await zones.versions(name))[0]).toBe("3 system Mail records");
  });

  it("isn't put back once people have let go of it and deleted it", async () => {
    const sync = async (ms: number) => {
      const { id: mailDomainId } = await mail.mailDomainRow(name);
      const nextCheckAt = new Date(now.getTime() + ms);
      await mail.fixture.db
        .update(mailDnsChecks)
        .set({ nextCheckAt })
        .where(eq(mailDnsChecks.mailDomainId, mailDomainId));
      await checkDueDnsRecords(sweepCtx(after(ms)), new AbortController().signal);
    };
    for (const label of ["autoconfig", "autodiscover"]) {
      await mail.fixture.call("releaseMailDnsRecords", mail.owner, {
        domainName: name,
        body: { name: `${label}.${name}`, type: "CNAME" },
      });
    }
    await zones.change(
      name,
      { action: "delete", name: "autoconfig", type: "CNAME" },
      set("autodiscover", "CNAME", "web.elsewhere.test."),
    );
    await sync(hourMs);
    expect(await managed()).toEqual(placed.filter((key) => !/^auto\w+ CNAME/.test(key)));
    // The end of a conflict makes room.
    await zones.change(name, { action: "delete", name: "autodiscover", type: "CNAME" });
    await sync(2 * hourMs);
    expect(await managed()).toEqual(placed.filter((key) => key !== "autoconfig CNAME"));
  });

  it("stays while mail is suspended or deactivated, and goes once it is erased; people's records stay", async () => {
    await zones.change(name, set("www", "A", "192.0.2.1"));
    await mail.fixture.update(mail.owner, name, { suspended: true });
    await mail.fixture.call("deactivateMail", mail.owner, { domainName: name });
    expect(await managed()).toEqual(placed);
    await mail.fixture.update(mail.owner, name, { suspended: false });
    expect(await managed()).toEqual(placed);
    await mail.fixture.call("deactivateMail", mail.owner, { domainName: name });
    const erase = (ms: number) =>
      createRetentionSweep(mail.fixture.db, mailRetentionRules(after(ms))).run(new AbortController().signal);
    await erase(29 * dayMs);
    expect(await managed()).toEqual(placed);
    await erase(31 * dayMs);
    expect(await managed()).toEqual([]);
    expect(await zones.managers(name)).toEqual({ "@ NS": "system", "@ TXT": null, "www A": null });
    expect((await zones.versions(name))[0]).toBe("4 system Mail records, withdrawn with the mail");
  });

  it("loses nothing when people change the zone while a key is rotated", async () => {
    const [first] = await Promise.all([
      rotate(),
      ...Array.from({ length: 8 }, (_, index) => zones.change(name, set(`host-${index}`, "A", "192.0.2.1"))),
    ]);
    const owners = Object.keys(await zones.managers(name));
    expect(owners).toEqual(
      expect.arrayContaining([
        `${first.selector}._domainkey TXT`,
        ...Array.from({ length: 8 }, (_, index) => `host-${index} A`),
      ]),
    );
    expect((await zones.versions(name)).length).toBe(11);
  });

  it("is there exactly once when mail is activated while the zone is created", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const both = mail.freshName();
      await mail.workspace.addDomain(both);
      await Promise.all([mail.activate(both), zones.create(both)]);
      const managers = Object.values(await zones.managers(both)).filter((manager) => manager === "mail");
      expect(managers).toHaveLength(placed.length);
    }
  });
});
