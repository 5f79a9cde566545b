import dnsPacket, { type Answer } from "dns-packet";
import { describe, expect, it } from "vitest";
import { reply, startServer } from "../../../../test/support/dns/dns-server.ts";
import { DnsResolver } from "../../../adapters/dns/index.ts";
import { countSpfLookups } from "./count-spf-lookups.ts";

const [nameError, serverFailure] = [3, 2];
const mailDomain = { workspaceId: "one", domainName: "example.com" };

/** SPF records by name; hosts that have an address; names whose server fails. */
type Zone = { spf?: Record<string, string | string[]>; hosts?: string[]; failing?: string[] };

async function count(record: string, { spf = {}, hosts = [], failing = [] }: Zone = {}, tryTimeoutMs = 500) {
  await using server = await startServer((query) => {
    const { name = "", type } = query.questions?.[0] ?? {};
    if (failing.includes(name)) {
      return reply(query, serverFailure);
    }
    const texts = type === "TXT" ? [spf[name] ?? []].flat() : [];
    const answers: Answer[] = texts.map((text) => ({ type: "TXT", name, ttl: 60, data: [text] }));
    if (type === "AAAA" && hosts.includes(name)) {
      answers.push({ type: "AAAA", name, ttl: 60, data: "2001:db8::1" });
    }
    if (type === "MX" && hosts.includes(name)) {
      answers.push({ type: "MX", name, ttl: 60, data: { preference: 10, exchange: "mx.test" } });
    }
    return reply(query, answers.length > 0 ? dnsPacket.RECURSION_AVAILABLE : nameError, answers);
  });
  const mailDns = new DnsResolver({
    isRefusedAddress: () => false,
    resolvers: [`127.0.0.1:${server.port}`],
    tryTimeoutMs,
    tries: 1,
  });
  const counted = await countSpfLookups({ mailDns }, mailDomain, record);
  return { ...counted, queries: server.asked.length };
}

const clean = { voids: [], faults: [], uncounted: [] };

describe("the lookups of an SPF record", () => {
  it("include those of included records, at any depth, by term of the record", async () => {
    const spf = {
      "crm.test": "v=spf1 include:a.crm.test include:b.crm.test ip4:192.0.2.0/24 ~all",
      "a.crm.test": "V=SPF1 a:host.test mx:host.test/24 -all",
      "b.crm.test": "v=spf1 ptr ?exists:%{i}.list.test redirect=c.crm.test",
      "c.crm.test": "v=spf1 ip4:192.0.2.1 -all",
    };
    expect(
      await count("v=spf1 include:crm.test a:host.test ip4:192.0.2.7 ~all", { spf, hosts: ["host.test"] }),
    ).toMatchObject({
      ...clean,
      lookups: 9,
      terms: [
        { term: "include:crm.test", lookups: 8 },
        { term: "a:host.test", lookups: 1 },
      ],
    });
  });

  it("leave out what receivers don't evaluate", async () => {
    const counted = await count("v=spf1 a -all include:crm.test redirect=other.test", {
      hosts: ["example.com"],
    });
    expect(counted).toMatchObject({ ...clean, lookups: 1, terms: [{ term: "a", lookups: 1 }] });
  });

  it("count a name that is included twice twice, and query it once", async () => {
    const spf = { "crm.test": "v=spf1 include:list.test ~all", "list.test": "v=spf1 ip4:192.0.2.1 ~all" };
    const counted = await count("v=spf1 include:crm.test include:list.test ~all", { spf });
    expect(counted).toMatchObject({ ...clean, lookups: 3, queries: 2 });
  });

  it("report names without records, and not those with an IPv6 address alone", async () => {
    const counted = await count("v=spf1 a:gone.test mx:none.test a:host.test ~all", { hosts: ["host.test"] });
    expect(counted).toMatchObject({ ...clean, lookups: 3, voids: ["gone.test", "none.test"] });
  });

  it.each([
    [
      "that includes itself",
      { "crm.test": "v=spf1 include:b.test ~all", "b.test": "v=spf1 include:CRM.test ~all" },
      { name: "crm.test", kind: "loop" },
    ],
    [
      "that leads back to the domain",
      { "crm.test": "v=spf1 redirect=example.com" },
      { name: "example.com", kind: "loop" },
    ],
    ["without an SPF record", { "crm.test": "verification=abc" }, { name: "crm.test", kind: "missing" }],
    ["that doesn't exist", {}, { name: "crm.test", kind: "missing" }],
    [
      "with two SPF records",
      { "crm.test": ["v=spf1 -all", "v=spf1 ~all"] },
      { name: "crm.test", kind: "several" },
    ],
    [
      "with an invalid term",
      { "crm.test": "v=spf1 ipv4:192.0.2.1 ~all" },
      { name: "crm.test", kind: "invalid" },
    ],
  ])("report an include %s", async (_, spf, fault) => {
    expect((await count("v=spf1 include:crm.test ~all", { spf })).faults).toEqual([fault]);
  });

  it("go on after a name whose server fails, which they report", async () => {
    const spf = { "b.test": "v=spf1 ip4:192.0.2.1 ~all" };
    const counted = await count("v=spf1 include:a.test include:b.test ~all", { spf, failing: ["a.test"] });
    expect(counted).toMatchObject({ ...clean, lookups: 2, uncounted: ["a.test"] });
  });

  it("stop after 24 queries, however much is included", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}.test`);
    const spf = Object.fromEntries(
      names.map((name, index) => [name, `v=spf1 include:n${index + 1}.test include:m${index}.test ~all`]),
    );
    const counted = await count("v=spf1 include:n0.test ~all", { spf });
    expect(counted.queries).toBe(24);
    expect(counted.uncounted.length).toBeGreaterThan(0);
    expect(counted.lookups).toBeGreaterThan(10);
  });

  it("end with the check that they belong to", async () => {
    const resolver = new DnsResolver({ isRefusedAddress: () => false, resolvers: ["127.0.0.1:1"] });
    const ended = countSpfLookups(
      { mailDns: resolver },
      mailDomain,
      "v=spf1 mx ~all",
      AbortSignal.abort(new Error("ended")),
    );
    await expect(ended).rejects.toThrow("ended");
  });
});
