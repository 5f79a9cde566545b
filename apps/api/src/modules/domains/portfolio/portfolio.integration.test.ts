import { domainDnsChecks, domains } from "@zonepost/db";
import { checkIntervalsMs } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { fixture, rowOf, useDomainFixture } from "../../../../test/support/domains/domain-fixture.ts";
import { getPortfolio } from "./get-portfolio.ts";

useDomainFixture();

const dsRecords = [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "A".repeat(64) }];

async function setUp() {
  const workspace = await fixture.createWorkspace();
  const ctx = workspace.ctx("read_only");
  const add = async (row: Partial<typeof domains.$inferInsert> = {}) => {
    const name = await fixture.addDomain(workspace.id);
    const plain = { autoRenew: false, registryStatuses: [], dsRecords: [] };
    await fixture.db
      .update(domains)
      .set({ ...plain, ...row })
      .where(eq(domains.name, name));
    return name;
  };
  const now = await ctx.clock.now();
  const check = async (name: string, check: Partial<typeof domainDnsChecks.$inferInsert>, ageMs = 0) => {
    const row = {
      domainId: (await rowOf(name)).id,
      workspaceId: workspace.id,
      checkedAt: new Date(now.getTime() - ageMs),
      asked: 2,
      answering: 2,
      ...check,
    };
    await fixture.db
      .insert(domainDnsChecks)
      .values(row)
      .onConflictDoUpdate({ target: domainDnsChecks.domainId, set: row });
  };
  return { ctx, add, check };
}

it("counts the workspace's domains within the caller's limit, and not those that have left", async () => {
  const { ctx, add } = await setUp();
  const other = await fixture.createWorkspace();
  await fixture.addDomain(other.id);
  const own = await add();
  await add({ autoRenew: true, registryStatuses: ["clientTransferProhibited"] });
  await add({ autoRenew: true, status: "transferred_out" });
  expect(await getPortfolio(ctx)).toMatchObject({ domainCount: 2, autoRenewCount: 1, lockedCount: 1 });
  const limited = { ...ctx, actor: { ...ctx.actor, domainNames: [own] } };
  expect(await getPortfolio(limited)).toMatchObject({ domainCount: 1, autoRenewCount: 0, lockedCount: 0 });
});

it("counts as valid or answering only what a recent check has found", async () => {
  const { ctx, add, check } = await setUp();
  await add({ dsRecords });
  await check(await add({ dsRecords }), { dnssec: "validates" });
  await check(await add({ dsRecords }), { dnssec: "breaks", isBroken: true, answering: 1 });
  await check(await add({ dsRecords }), { dnssec: "breaks" });
  await check(await add({ dsRecords }), { dnssec: "unknown", answering: 0 });
  const staleMs = 2 * Math.max(checkIntervalsMs.dnssec, checkIntervalsMs.nameservers) + 1;
  await check(await add({ dsRecords }), { dnssec: "validates" }, staleMs);
  await check(await add(), { dnssec: "insecure" });
  expect(await getPortfolio(ctx)).toMatchObject({
    domainCount: 7,
    dnssec: { validCount: 1, brokenCount: 1, uncheckedCount: 4 },
    nameservers: { answeringCount: 4, uncheckedCount: 2 },
  });
});
