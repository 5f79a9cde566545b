import {
  domains,
  mailDkimKeys,
  mailDnsChecks,
  mailDnsShares,
  mailDomains,
  outgoingEmails,
} from "@zonepost/db";
import type { MailDkimKey, MailDnsRecord, MailDnsShareCreated } from "@zonepost/schema";
import dnsPacket, { type Answer } from "dns-packet";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { reply, startServer } from "../../../../test/support/dns/dns-server.ts";
import {
  conflict,
  forbidden,
  notFound,
  now,
  refusal,
  setUpMail,
} from "../../../../test/support/mail/set-up-mail.ts";
import { DnsResolver } from "../../../adapters/dns/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { OpenCtx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import type { MailDnsSettings, RecordQuestion, ServerRecords } from "../ports.ts";
import { checkDueDnsRecords } from "./check-due-dns-records.ts";
import { readSharedDns } from "./dns-shares.ts";
import { readMtaStsFile } from "./read-mta-sts-file.ts";

const settings: MailDnsSettings = {
  hostName: "mail.host.test",
  mxHosts: ["mail.host.test"],
  spfInclude: null,
  webHost: "web.host.test",
  mtaStsMode: "enforce",
  services: [{ label: "_imaps", host: "mail.host.test", port: 993 }],
};
const nameservers = ["ns1.dns.test", "ns2.dns.test"];

const mail = setUpMail();
const { activate, freshName, auditOf, mailDomainRow, caller, expectNotFound } = mail;

/** By nameserver: its records by type and name, or why it is away. */
let servers: Record<string, Map<string, string[]> | "timeout" | "unresolvable">;
/** Records of other zones, by type and name. */
let elsewhere: Record<string, string[]>;
let asked: RecordQuestion[];
let name: string;

beforeEach(async () => {
  servers = {};
  asked = [];
  elsewhere = { "A mail.host.test": ["192.0.2.1"] };
  Object.assign(mail.fixture.ports, {
    mailDnsSettings: settings,
    mailDns: {
      readRecords: async (question: RecordQuestion): Promise<ServerRecords> => {
        asked.push(question);
        const zone = servers[question.nameserver] ?? new Map<string, string[]>();
        return typeof zone === "string"
          ? { kind: "away", reason: zone }
          : { kind: "answered", values: zone.get(`${question.type} ${question.name}`) ?? [], alias: null };
      },
      resolveRecords: async ({ type, name }: RecordQuestion) => elsewhere[`${type} ${name}`] ?? [],
    },
  });
  name = freshName();
  await mail.workspace.addDomain(name);
  await mail.fixture.db.update(domains).set({ nameservers }).where(eq(domains.name, name));
  await activate(name);
});

const at = (ctx: WorkspaceCtx, time: Date): WorkspaceCtx => {
  const clock: Clock = { now: async () => time, wallNow: () => time };
  return { ...ctx, clock };
};
const after = (ms: number) => new Date(now.getTime() + ms);
const read = (ctx = mail.owner) =>
  mail.fixture.call("getMailDns", ctx, { domainName: name }) as Promise<MailDnsRecord[]>;
const check = (ctx = mail.owner) =>
  mail.fixture.call("checkMailDns", ctx, { domainName: name }) as Promise<MailDnsRecord[]>;
const share = (ctx = mail.owner) =>
  mail.fixture.call("createMailDnsShare", ctx, { domainName: name }) as Promise<MailDnsShareCreated>;
const mxOf = (records: MailDnsRecord[]) => records.find(({ purpose }) => purpose === "mx");

/** Publishes everything that is expected, at these nameservers. */
async function publish(hosts = nameservers): Promise<Map<string, string[]>> {
  const zone = new Map((await read()).map((record) => [`${record.type} ${record.name}`, [record.expected]]));
  for (const host of hosts) {
    servers[host] = zone;
  }
  return zone;
}

describe("reading the records", () => {
  it("checks at once for the first time, and then returns the last check", async () => {
    const first = await read();
    expect(mxOf(first)).toEqual({
      purpose: "mx",
      name,
      type: "MX",
      expected: "10 mail.host.test",
      seen: nameservers.map((nameserver) => ({ nameserver, state: "answers", values: [] })),
      status: "missing",
      severity: "error",
      hint: expect.stringContaining("10 mail.host.test"),
    });
    expect(
      asked.every(({ workspaceId, domainName }) => workspaceId === mail.workspace.id && domainName === name),
    ).toBe(true);
    const queries = asked.length;
    await publish();
    expect(await read()).toEqual(first);
    expect(asked).toHaveLength(queries);
    const page = await caller(mail.owner).dns({ domainName: name });
    expect(page).toMatchObject({ records: first, checkedAt: now.toISOString(), hasServers: true });
  });

  it("checks again once other records are expected", async () => {
    await publish();
    mail.fixture.ports.mailDnsSettings = { ...settings, mxHosts: ["mx.host.test"] };
    expect(mxOf(await read())).toMatchObject({ expected: "10 mx.host.test", status: "wrong" });
  });

  it("shows what can be shown while no mail servers are configured", async () => {
    mail.fixture.ports.mailDnsSettings = null;
    expect((await read()).map(({ purpose }) => purpose)).toEqual(["dkim", "dmarc", "tls_rpt"]);
    expect(await caller(mail.owner).dns({ domainName: name })).toMatchObject({ hasServers: false });
  });

  it("hides other workspaces' mail domains, and needs permission", async () => {
    for (const operationId of [
      "getMailDns",
      "checkMailDns",
      "getMailDnsZone",
      "createMailDnsShare",
      "getMailDnsShare",
      "revokeMailDnsShare",
    ]) {
      await expectNotFound(operationId);
    }
    expect(await refusal(read(mail.workspace.ctx("billing")))).toEqual(forbidden);
    expect(await refusal(share(mail.workspace.ctx("read_only")))).toEqual(forbidden);
  });
});

describe("a check", () => {
  it("stores what it found of the DKIM keys, and has a published pending key looked at next", async () => {
    const keys = () =>
      mail.fixture.call("listDkimKeys", mail.owner, { domainName: name }) as Promise<MailDkimKey[]>;
    const dueAt = () =>
      mail.fixture.db
        .select({ at: mailDkimKeys.nextCheckAt })
        .from(mailDkimKeys)
        .where(eq(mailDkimKeys.stage, "pending"))
        .then(([row]) => row?.at);
    await publish(["ns1.dns.test"]);
    await check();
    expect(await keys()).toMatchObject([
      {
        stage: "active",
        shown: [{ status: "shown" }, { status: "missing" }],
        checkedAt: now.toISOString(),
        hint: expect.stringContaining("Not shown yet by ns2.dns.test."),
      },
    ]);
    await mail.fixture.call("rotateDkimKey", mail.owner, { domainName: name });
    await mail.fixture.db
      .update(mailDkimKeys)
      .set({ nextCheckAt: after(dayMs) })
      .where(eq(mailDkimKeys.stage, "pending"));
    await check(at(mail.owner, after(minuteMs)));
    expect([(await keys())[0]?.shown.length, await dueAt()]).toEqual([2, after(dayMs)]);
    await publish();
    await check(at(mail.owner, after(2 * minuteMs)));
    expect([(await keys())[0]?.shown.map(({ status }) => status), await dueAt()]).toEqual([
      ["shown", "shown"],
      after(2 * minuteMs),
    ]);
    await mail.fixture.db.delete(mailDkimKeys);
  });

  it("returns what every nameserver has now, at most once in 10 seconds", async () => {
    await publish();
    servers["ns2.dns.test"] = new Map();
    expect(mxOf(await check())).toMatchObject({
      status: "differs",
      seen: [{ values: ["10 mail.host.test"] }, { values: [] }],
    });
    expect(await refusal(check())).toEqual({ status: 429, code: "rate_limited" });
    expect(mxOf(await check(at(mail.owner, after(10_000))))).toMatchObject({ status: "differs" });
  });

  it("counts the lookups of the SPF record, with those of included records", async () => {
    const zone = await publish();
    const spf = (lookups: number) => `v=spf1 ${"a:mail.host.test ".repeat(lookups)}~all`;
    elsewhere["TXT _spf.crm.test"] = [spf(4)];
    elsewhere["TXT _spf.shop.test"] = [spf(3)];
    zone.set(`TXT ${name}`, ["v=spf1 a:mail.host.test include:_spf.crm.test include:_spf.shop.test ~all"]);
    const spfOf = (records: MailDnsRecord[]) => records.find(({ purpose }) => purpose === "spf");
    expect(spfOf(await check())).toMatchObject({
      status: "ok",
      severity: "warning",
      hint: expect.stringContaining("10 of the 10 DNS lookups"),
      lookups: {
        total: 10,
        limit: 10,
        terms: [
          { term: "a:mail.host.test", lookups: 1 },
          { term: "include:_spf.crm.test", lookups: 5 },
          { term: "include:_spf.shop.test", lookups: 4 },
        ],
      },
    });
    elsewhere["TXT _spf.shop.test"] = [spf(4)];
    expect(spfOf(await check(at(mail.owner, after(minuteMs))))).toMatchObject({
      status: "wrong",
      severity: "error",
      hint: expect.stringContaining(
        "11 DNS lookups: 1 for a:mail.host.test, 5 for include:_spf.crm.test, 5 for include:_spf.shop.test.",
      ),
    });
  });

  it("queries a nameserver that doesn't respond only once", async () => {
    await publish(["ns1.dns.test"]);
    servers["ns2.dns.test"] = "timeout";
    asked = [];
    const records = await check();
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(["ok"]));
    expect(asked.filter(({ nameserver }) => nameserver === "ns2.dns.test")).toHaveLength(1);
    expect(mxOf(records)?.seen).toContainEqual({ nameserver: "ns2.dns.test", state: "timeout", values: [] });
  });

  it("finds what real nameservers return", async () => {
    const dkim = (await read()).find(({ purpose }) => purpose === "dkim");
    const answers: Answer[] = [
      { type: "MX", name, ttl: 60, data: { preference: 10, exchange: "MAIL.host.test" } },
      { type: "TXT", name, ttl: 60, data: ["v=spf1 a:mail.", "host.test ~all"] },
      { type: "TXT", name: dkim?.name ?? "", ttl: 60, data: dkim?.expected.match(/.{1,255}/g) ?? [] },
    ];
    await using server = await startServer((query) => {
      const [question] = query.questions ?? [];
      const own = answers.filter((each) => each.type === question?.type && each.name === question.name);
      return reply(query, dnsPacket.AUTHORITATIVE_ANSWER, own);
    });
    await mail.fixture.db
      .update(domains)
      .set({ nameservers: [`ns1.${name}`], glue: [{ host: `ns1.${name}`, addresses: ["127.0.0.1"] }] })
      .where(eq(domains.name, name));
    mail.fixture.ports.mailDns = new DnsResolver({
      isRefusedAddress: () => false,
      nameserverPort: server.port,
    });
    const found = (await check()).filter(({ status }) => status === "ok");
    expect(found.map(({ purpose }) => purpose)).toEqual(["mx", "spf", "dkim"]);
  });
});

describe("the job", () => {
  const run = (time: Date) =>
    checkDueDnsRecords(
      { ...at(mail.owner, time), ...mail.fixture.ports, actor: { kind: "system", job: "test" } },
      new AbortController().signal,
    );
  const emails = async () => {
    const rows = await mail.fixture.db.select().from(outgoingEmails);
    return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith("mail_dns"));
  };

  beforeEach(async () => {
    await mail.fixture.db.delete(outgoingEmails);
    await mail.fixture.db.delete(mailDnsChecks);
    await mail.fixture.db.insert(mailDnsChecks).values({
      mailDomainId: (await mailDomainRow(name)).id,
      workspaceId: mail.workspace.id,
      nextCheckAt: after(15 * minuteMs),
    });
    await mail.workspace.addMember("owner");
  });

  it("tells the owners when a record that worked is broken, and when it works again", async () => {
    const zone = await publish();
    await run(after(8 * hourMs));
    for (const host of nameservers) {
      servers[host] = new Map([...zone, [`MX ${name}`, []]]);
    }
    await run(after(16 * hourMs));
    expect(await emails()).toEqual([]);
    await run(after(16 * hourMs + 16 * minuteMs));
    expect(await emails()).toEqual(["mail_dns_broken"]);
    await run(after(24 * hourMs));
    await publish();
    await run(after(32 * hourMs));
    expect(await emails()).toEqual(["mail_dns_broken", "mail_dns_fixed"]);
  });

  it("isn't misled by a nameserver that is away", async () => {
    await publish();
    await run(after(8 * hourMs));
    servers = { "ns1.dns.test": "timeout", "ns2.dns.test": "unresolvable" };
    await run(after(16 * hourMs));
    await run(after(24 * hourMs));
    expect(await emails()).toEqual([]);
    expect(mxOf(await read())).toMatchObject({ status: "unknown" });
  });

  it("checks only what is due, and no mail that left or was deactivated", async () => {
    await run(after(14 * minuteMs));
    expect(asked).toEqual([]);
    await mail.fixture.db
      .update(mailDomains)
      .set({ deactivatedAt: now })
      .where(eq(mailDomains.domainName, name));
    await run(after(hourMs));
    expect(asked).toEqual([]);
    await mail.fixture.db
      .update(mailDomains)
      .set({ deactivatedAt: null })
      .where(eq(mailDomains.domainName, name));
    await run(after(8 * hourMs));
    expect(asked.length).toBeGreaterThan(0);
    const queries = asked.length;
    await run(after(8 * hourMs));
    expect(asked).toHaveLength(queries);
  });
});

describe("the lights", () => {
  it("are as bad as the worst record of their purpose", async () => {
    const before = await caller(mail.owner).dnsLights({ domainName: name });
    expect(before).toEqual({ domainName: name, checkedAt: null, lights: [] });
    await read();
    const { lights } = await caller(mail.owner).dnsLights({ domainName: name });
    expect(lights.slice(0, 5)).toEqual([
      { purpose: "mx", state: "bad" },
      { purpose: "spf", state: "warning" },
      { purpose: "dkim", state: "warning" },
      { purpose: "dmarc", state: "warning" },
      { purpose: "mta_sts", state: "optional" },
    ]);
    await expect(caller(mail.stranger).dnsLights({ domainName: name })).rejects.toThrow("Not found");
  });
});

describe("the zone file", () => {
  it("has all records", async () => {
    const file = await mail.fixture.call("getMailDnsZone", mail.owner, { domainName: name });
    let zone = "";
    for await (const part of file as AsyncIterable<string>) {
      zone += part;
    }
    expect(zone).toContain("IN MX    10 mail.host.test.\n");
    expect(zone).toMatch(/^zp1\._domainkey +IN TXT {3}"v=DKIM1; [^"]{246}" "[^"]+"$/m);
  });
});

describe("a shared link", () => {
  const open = (url: string, time = now) =>
    readSharedDns(
      { ...at(mail.owner, time), ...mail.fixture.ports } as unknown as OpenCtx & typeof mail.fixture.ports,
      new URL(url).hash.replace("#token=", ""),
    );

  it("shows the records of its domain and nothing else", async () => {
    const { url, expiresAt } = await share();
    expect(url).toMatch(/^http:\/\/panel\.test\/mail-dns#token=[\w-]{43}$/);
    expect(expiresAt).toBe(after(30 * dayMs).toISOString());
    const shown = await open(url);
    expect(Object.keys(shown).sort()).toEqual(["checkedAt", "domainName", "expiresAt", "records", "zone"]);
    expect(shown).toMatchObject({ domainName: name, records: await read() });
    const [row] = await mail.fixture.db.select().from(mailDnsShares);
    expect(url).not.toContain(row?.tokenHash);
    expect((await auditOf()).map(({ action }) => action)).toContain("mail.dns_shared");
  });

  it("checks an old result again, at most once in 10 seconds", async () => {
    const { url } = await share();
    await publish();
    expect(mxOf((await open(url, after(minuteMs))).records)).toMatchObject({ status: "missing" });
    expect(mxOf((await open(url, after(2 * minuteMs))).records)).toMatchObject({ status: "ok" });
  });

  it("ends when it expires, is replaced or revoked, and when the domain leaves", async () => {
    const first = await share();
    const second = await share();
    expect(await refusal(open(first.url))).toEqual(notFound);
    expect(await refusal(open(second.url, after(30 * dayMs)))).toEqual(conflict("link_expired"));
    expect(await mail.fixture.call("getMailDnsShare", mail.owner, { domainName: name })).toMatchObject({
      expiresAt: second.expiresAt,
    });
    const setLeft = (leftAt: Date | null) =>
      mail.fixture.db.update(mailDomains).set({ leftAt }).where(eq(mailDomains.domainName, name));
    await setLeft(now);
    expect(await refusal(open(second.url))).toEqual(notFound);
    await setLeft(null);
    await mail.fixture.call("revokeMailDnsShare", mail.owner, { domainName: name });
    expect(await refusal(open(second.url))).toEqual(notFound);
    expect(await mail.fixture.call("getMailDnsShare", mail.owner, { domainName: name })).toBeNull();
    expect(await refusal(mail.fixture.call("revokeMailDnsShare", mail.owner, { domainName: name }))).toEqual(
      notFound,
    );
    expect((await auditOf()).map(({ action }) => action)).toContain("mail.dns_share_revoked");
  });
});

describe("the MTA-STS policy", () => {
  it("is served for hosted domains only", async () => {
    const policyOf = (host: string) => readMtaStsFile({ db: mail.fixture.db, ...mail.fixture.ports }, host);
    expect(await policyOf(`mta-sts.${name}`)).toContain("mx: mail.host.test\r\n");
    expect(await policyOf(name)).toBeNull();
    expect(await policyOf(`mta-sts.${freshName()}`)).toBeNull();
    await mail.fixture.db
      .update(mailDomains)
      .set({ deactivatedAt: now })
      .where(eq(mailDomains.domainName, name));
    expect(await policyOf(`mta-sts.${name}`)).toBeNull();
  });
});
