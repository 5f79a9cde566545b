import { domainDnsChecks, domains } from "@zonepost/db";
import { delegationStateOf, dnssecStateOf } from "@zonepost/schema";
import { domainPageInput } from "@zonepost/schema/panel";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
  fixture,
  rowOf,
  setUpDomain,
  silentDns,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { addMember, emailPorts, mailsTo } from "../../../../test/support/domains/notifications.ts";
import { checkDsRecords } from "../dnssec/check-ds-records.ts";
import { pageDomains } from "../list/page-domains.ts";
import { getDomainWithMail } from "../portfolio/get-domain-details.ts";
import type { DnsResolver, ServerKeys } from "../ports.ts";
import { changeNameservers } from "./change-nameservers.ts";
import { checkDueDomains } from "./check-due-domains.ts";
import { getDnsStatus } from "./get-dns-status.ts";

useDomainFixture();

const answered: ServerKeys = { kind: "answered", address: "192.0.2.1", keys: [], signatures: [] };
const away: ServerKeys = { kind: "away", reason: "timeout" };
const unsigned = { keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) };

async function setUp(dsRecords = [unsigned]) {
  const { name, ctx: ownerCtx } = await setUpDomain({ nameservers: ["ns1.example.net"] });
  const { id } = await rowOf(name);
  await fixture.db.update(domains).set({ dsRecords }).where(eq(domains.id, id));
  const asked: string[] = [];
  const readCheck = async () =>
    (await fixture.db.select().from(domainDnsChecks).where(eq(domainDnsChecks.domainId, id)))[0];
  /** Makes the domain due, and runs the sweep. */
  const check = async (answer: ServerKeys) => {
    const dns: DnsResolver = {
      ...silentDns,
      readKeys: async ({ domainName, nameserver }) => {
        asked.push(`${domainName} ${nameserver}`);
        return answer;
      },
    };
    const ctx = { ...fixture.systemCtx, dns, ...emailPorts };
    await checkDueDomains(ctx, new AbortController().signal);
    const now = await fixture.clock.now();
    // Of the others' too, so that only this domain is asked for.
    await fixture.db.update(domainDnsChecks).set({ nextCheckAt: null });
    await fixture.db
      .update(domainDnsChecks)
      .set({ nextCheckAt: now })
      .where(eq(domainDnsChecks.domainId, id));
    asked.length = 0;
    await checkDueDomains(ctx, new AbortController().signal);
    return readCheck();
  };
  const back = async (column: "breaksSince" | "silentSince") => {
    const since = new Date((await fixture.clock.now()).getTime() - 20 * 60_000);
    await fixture.db
      .update(domainDnsChecks)
      .set({ [column]: since })
      .where(eq(domainDnsChecks.domainId, id));
  };
  const { workspaceId } = await rowOf(name);
  const owner = await addMember(workspaceId);
  const subjects = async () => (await mailsTo(owner)).map(({ subject }) => subject);
  return { id, name, asked, check, back, subjects, ownerCtx };
}

it("finds a chain of trust that breaks at two checks, and its repair", async () => {
  const { name, asked, check, back, subjects } = await setUp();
  expect(await check(answered)).toMatchObject({ dnssec: "breaks", isBroken: false, answering: 1, asked: 1 });
  expect(asked).toEqual([`${name} ns1.example.net`]);
  await back("breaksSince");
  expect(await subjects()).toEqual([]);
  expect(await check(answered)).toMatchObject({ isBroken: true });
  expect(await check(answered)).toMatchObject({ isBroken: true });
  expect(await subjects()).toEqual([`The DNSSEC of ${name} is broken`]);
  expect(await check(away)).toMatchObject({ dnssec: "unknown", isBroken: false, breaksSince: null });
});

it("finds nameservers that no longer answer, not those that never have", async () => {
  const { name, check, back, subjects } = await setUp([]);
  expect(await check(away)).toMatchObject({ silentSince: null, isSilent: false });
  expect(await check(answered)).toMatchObject({ dnssec: "insecure", hasAnswered: true });
  expect(await check(away)).toMatchObject({ isSilent: false });
  await back("silentSince");
  expect(await check(away)).toMatchObject({ isSilent: true, answering: 0 });
  await check(away);
  expect(await subjects()).toEqual([`No nameserver of ${name} responds`]);
  await check(answered);
  await check(answered);
  expect((await subjects()).slice(1)).toEqual([`The nameservers of ${name} respond again`]);
});

it("keeps what it knows when too many checks are running, and asks nothing of a domain that has left", async () => {
  const { id, asked, check } = await setUp([]);
  await check(answered);
  const before = await check(answered);
  expect(await check({ kind: "away", reason: "busy" })).toMatchObject({
    answering: 1,
    checkedAt: before?.checkedAt,
  });
  await fixture.db.update(domains).set({ status: "transferred_out" }).where(eq(domains.id, id));
  expect(await check(answered)).toMatchObject({ nextCheckAt: null });
  expect(asked).toEqual([]);
});

it("stores what a page's own check has found, and pages and lists show the same", async () => {
  const { name, check, ownerCtx } = await setUp();
  await check(away);
  const shown = async () => {
    const page = await getDomainWithMail(ownerCtx, name);
    const { items } = await pageDomains(ownerCtx, domainPageInput.parse({ q: name }));
    const row = items.find((item) => item.name === name);
    expect(row?.dnsCheck).toEqual(page.dnsCheck);
    const now = await fixture.clock.now();
    return [
      dnssecStateOf(page.dsRecords.length > 0, page.dnsCheck, now),
      delegationStateOf(page.nameservers.length > 0, page.dnsCheck, now),
    ];
  };
  expect(await shown()).toEqual(["unknown", "never"]);
  await check(answered);
  expect(await shown()).toEqual(["breaks", "all"]);
  const answering = (keys: ServerKeys) => ({
    ...ownerCtx,
    ...emailPorts,
    dns: {
      readKeys: async () => keys,
      readMailHosts: async () => away,
      readAddresses: async () => ({ kind: "missing" }),
    } satisfies DnsResolver,
  });
  expect((await getDnsStatus(answering(away), name)).nameservers).toEqual([
    { host: "ns1.example.net", state: "timeout" },
  ]);
  expect(await shown()).toEqual(["unknown", "none"]);
  expect(await checkDsRecords(answering(answered), { name, change: {} })).toMatchObject({
    outcome: "breaks",
  });
  expect(await shown()).toEqual(["breaks", "all"]);
  await checkDsRecords(answering({ kind: "away", reason: "busy" }), { name, change: {} });
  expect(await shown()).toEqual(["breaks", "all"]);
});

it("forgets what it has found once the domain has other nameservers, and checks them soon", async () => {
  const { name, check, back, ownerCtx } = await setUp();
  await check(answered);
  await back("breaksSince");
  const before = await check(answered);
  expect(before).toMatchObject({ isBroken: true });
  const stale: DnsResolver = {
    ...silentDns,
    // The nameservers are changed while the former ones are asked.
    readKeys: async () => {
      await changeNameservers(ownerCtx, { name, nameservers: [] });
      return answered;
    },
  };
  await checkDsRecords({ ...ownerCtx, ...emailPorts, dns: stale }, { name, change: {} });
  const { dnsCheck } = await getDomainWithMail(ownerCtx, name);
  expect(dnsCheck).toEqual({ checkedAt: null, dnssec: "unknown", answering: 0, asked: 0, hasAnswered: true });
  expect(await check(answered)).toMatchObject({ isBroken: false, breaksSince: null, asked: 0 });
});
