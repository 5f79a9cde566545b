import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { fixture, useDomainFixture } from "../../../../test/support/domains/domain-fixture.ts";
import { getPortfolio } from "./get-portfolio.ts";

useDomainFixture();

it("counts the workspace's domains as they are, within the caller's limit, and not those that have left", async () => {
  const [workspace, other] = [await fixture.createWorkspace(), await fixture.createWorkspace()];
  await fixture.addDomain(other.id);
  const add = async (row: Partial<typeof domains.$inferInsert>) => {
    const name = await fixture.addDomain(workspace.id);
    await fixture.db.update(domains).set(row).where(eq(domains.name, name));
    return name;
  };
  const dsRecords = [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "A".repeat(64) }];
  const plain = { autoRenew: false, registryStatuses: [], dsRecords: [] };
  const signed = await add({ ...plain, dsRecords });
  await add({ ...plain, autoRenew: true, registryStatuses: ["clientTransferProhibited"] });
  await add(plain);
  await add({ ...plain, autoRenew: true, status: "transferred_out" });
  const ctx = workspace.ctx("read_only");
  expect(await getPortfolio(ctx)).toEqual({
    domainCount: 3,
    autoRenewCount: 1,
    lockedCount: 1,
    signedCount: 1,
  });
  const limited = { ...ctx, actor: { ...ctx.actor, domainNames: [signed] } };
  expect(await getPortfolio(limited)).toMatchObject({ domainCount: 1, autoRenewCount: 0, signedCount: 1 });
});
