import { domains, zones } from "@zonepost/db";
import type { ZoneDelegationState } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  addAddress,
  domainHolder,
  newcomer,
  otherHosts,
  ownHosts,
  provedZone,
  publish,
  sweepDelegations,
  sweepEnds,
  tree,
  useNameTree,
  zonePorts,
  zoneRowOf,
  zoneRowsOf,
  zoneTracesOf,
} from "../../../../test/support/dns/zone-fixture.ts";
import {
  fixture,
  modulePorts,
  never,
  newName,
  refusalOf,
  rowOf,
  useDomainFixture,
  zoneServers,
} from "../../../../test/support/domains/domain-fixture.ts";
import { reconcile, setNameservers } from "../../../../test/support/domains/holding.ts";
import { until } from "../../../../test/support/until.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { allowZone } from "./allow-zone.ts";
import { checkDelegations } from "./check-delegations.ts";
import { createZone } from "./create-zone.ts";
import { deleteZone } from "./delete-zone.ts";

useDomainFixture();
useNameTree();

const [firstHost = ""] = ownHosts;

const stateOf = async (name: string) => {
  const { delegation, delegatedTo } = await zoneRowOf(name);
  return [delegation, ...delegatedTo];
};
const hoursUntil = (date: Date | null) => Math.round(((date?.getTime() ?? 0) - Date.now()) / hourMs);

const changesOf = async (workspaceId: string) =>
  (await zoneTracesOf(workspaceId)).events
    .filter(({ type }) => type === "zone.delegation_changed")
    .map(({ body }) => (JSON.parse(body) as { data: { delegation: string; servers: string[] } }).data)
    .map(({ delegation, servers: hosts }) => [delegation, ...hosts]);

/** As if the sweep had last looked a day ago. */
const makeDue = (name: string) =>
  fixture.db
    .update(zones)
    .set({ nextDelegationCheckAt: new Date(0) })
    .where(eq(zones.name, name));

describe("the delegation of a zone without a domain", () => {
  it.each<[string, readonly string[], ZoneDelegationState]>([
    ["our nameservers", ownHosts, "here"],
    ["ours and another one", [...ownHosts, "ns1.elsewhere.net"], "partly"],
    ["others", otherHosts, "elsewhere"],
    ["none", [], "elsewhere"],
  ])("is read from the zone above: %s", async (_, hosts, state) => {
    const { name, workspace } = await provedZone(newName());
    await publish();
    tree.delegate(name, hosts);
    await sweepDelegations();
    const row = await zoneRowOf(name);
    expect(row).toMatchObject({ delegation: state, delegatedTo: [...hosts].sort() });
    expect(row.delegationCheckedAt).not.toBeNull();
    expect(hoursUntil(row.nextDelegationCheckAt)).toBe(24);
    expect(await changesOf(workspace.id)).toEqual([[state, ...[...hosts].sort()]]);
    await makeDue(name);
    await sweepDelegations();
    expect(await changesOf(workspace.id), "no news, no event").toHaveLength(1);
  });

  it("is lame if it names us and none of our nameservers has the zone, until one of them has it", async () => {
    const { name } = await provedZone(newName());
    tree.delegate(name, ownHosts);
    await sweepDelegations();
    expect(await stateOf(name)).toEqual(["lame", ...ownHosts]);
    expect(hoursUntil((await zoneRowOf(name)).nextDelegationCheckAt)).toBe(1);
    zoneServers.hold(firstHost);
    await publish();
    await makeDue(name);
    await sweepDelegations();
    zoneServers.release(firstHost);
    expect(await stateOf(name)).toEqual(["here", ...ownHosts]);
  });

  it("isn't called lame because our nameservers can't be asked", async () => {
    const { name } = await provedZone(newName());
    await publish();
    tree.delegate(name, ownHosts);
    ownHosts.forEach(zoneServers.silence);
    await sweepDelegations();
    ownHosts.forEach(zoneServers.release);
    expect(await stateOf(name)).toEqual(["here", ...ownHosts]);
  });

  it("stays as it was, and counts as not checked, while the zone above can't be read", async () => {
    const { name, workspace } = await provedZone(newName());
    await sweepDelegations();
    const before = await zoneRowOf(name);
    tree.setManner("a.tld.net", "refuses");
    await makeDue(name);
    await sweepDelegations(40);
    tree.setManner("a.tld.net", "answers");
    const after = await zoneRowOf(name);
    expect(after).toEqual({ ...before, nextDelegationCheckAt: after.nextDelegationCheckAt });
    expect(after.delegationCheckedAt).toEqual(before.delegationCheckedAt);
    expect(hoursUntil(after.nextDelegationCheckAt)).toBe(40 * 24 + 1);
    expect(await changesOf(workspace.id)).toHaveLength(1);
  });

  it("ends the zone once it has pointed elsewhere for 30 days, and not before", async () => {
    const { name, ctx } = await provedZone(newName());
    await sweepDelegations();
    await sweepDelegations(29);
    expect((await zoneRowOf(name)).endsAt).toBeNull();
    await sweepDelegations(31);
    const row = await zoneRowOf(name);
    expect(row).toMatchObject({ endReason: "delegated_elsewhere", nextDelegationCheckAt: null });
    expect(Math.round(((row.endsAt?.getTime() ?? 0) - Date.now()) / dayMs)).toBe(38);
    expect(await refusalOf(addAddress(ctx, name))).toMatchObject({ code: "zone_ending" });
    await sweepEnds(39);
    expect(await zoneRowsOf(name)).toEqual([]);
  });

  it("counts the 30 days from the start after it has pointed here", async () => {
    const { name } = await provedZone(newName());
    await publish();
    await sweepDelegations();
    tree.delegate(name, ownHosts);
    await sweepDelegations(20);
    expect(await zoneRowOf(name)).toMatchObject({ delegation: "here", elsewhereSince: null });
    tree.delegate(name, otherHosts);
    await sweepDelegations(25);
    await sweepDelegations(40);
    expect((await zoneRowOf(name)).endsAt).toBeNull();
    await sweepDelegations(56);
    expect((await zoneRowOf(name)).endReason).toBe("delegated_elsewhere");
  });

  it("keeps the zone from being deleted while it names us, also if it is lame", async () => {
    const { workspace, ctx } = await newcomer();
    const name = newName();
    tree.delegate(name, ownHosts);
    await allowZone(fixture.systemCtx, { workspaceId: workspace.id, name });
    await createZone(ctx, { name });
    await sweepDelegations();
    expect((await zoneRowOf(name)).delegation).toBe("lame");
    const deletion = () => refusalOf(deleteZone(ctx, { zoneName: name, confirmName: name, force: false }));
    expect(await deletion()).toMatchObject({ code: "zone_in_use" });
    tree.delegate(name, otherHosts);
    await makeDue(name);
    await sweepDelegations();
    expect(await deletion()).toBeUndefined();
  });
});

describe("the delegation of a zone at a domain", () => {
  it("is what the registry has, and right as soon as a change of nameservers is answered", async () => {
    const { ctx, name, workspace } = await domainHolder();
    await createZone(ctx, { name });
    expect(await stateOf(name)).toEqual(["here", ...ownHosts]);
    const asked = tree.asked.length;
    await setNameservers(ctx, name, otherHosts);
    expect(await stateOf(name)).toEqual(["elsewhere", ...otherHosts]);
    await setNameservers(ctx, name, [firstHost, otherHosts[0] ?? ""]);
    expect(await stateOf(name)).toEqual(["partly", otherHosts[0], firstHost]);
    await publish();
    await sweepDelegations();
    expect((await zoneRowOf(name)).delegation).toBe("partly");
    expect(tree.asked.slice(asked).filter((query) => query.name.endsWith(name))).toEqual([]);
    expect((await changesOf(workspace.id)).map(([state]) => state)).toEqual(["elsewhere", "partly"]);
  });

  it("changes with the domain or not at all", async () => {
    const { ctx, name, workspace } = await domainHolder();
    await createZone(ctx, { name });
    await fixture.db.$client`
      update registry.domains set nameservers = ${otherHosts} where name = ${name}`;
    const { domainZones } = modulePorts;
    const failing = {
      ...fixture.systemCtx,
      domainZones: { ...domainZones, whenNameserversChange: () => Promise.reject(new Error("zones failed")) },
    };
    await expect(reconcile(name, failing)).rejects.toThrow("zones failed");
    expect((await rowOf(name)).nameservers).toEqual(ownHosts);
    expect(await stateOf(name)).toEqual(["here", ...ownHosts]);
    await reconcile(name);
    expect(await stateOf(name)).toEqual(["elsewhere", ...otherHosts]);
    expect(await changesOf(workspace.id)).toHaveLength(1);
  });

  it("is recorded while the zone is changed, without a circle of waits", async () => {
    const { ctx, name, workspace } = await domainHolder();
    await createZone(ctx, { name });
    await fixture.db.$client`
      update registry.domains set nameservers = ${otherHosts} where name = ${name}`;
    const areWaiting = (count: number) =>
      until("the queries wait for a lock", async () => {
        const [row] = await fixture.db.$client`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.waiting === count;
      });
    const running: Promise<unknown>[] = [];
    await fixture.db.transaction(async (tx) => {
      await tx.execute(sql`select from event_sequences where workspace_id = ${workspace.id} for update`);
      running.push(reconcile(name));
      await areWaiting(1);
      running.push(addAddress(ctx, name));
      await areWaiting(2);
    });
    await Promise.all(running);
    expect(await zoneRowOf(name)).toMatchObject({ delegation: "elsewhere", version: 2 });
  });

  it("isn't overwritten by a check that began before a change", async () => {
    const { ctx, name } = await domainHolder();
    await createZone(ctx, { name });
    await publish();
    await makeDue(name);
    const { hosting } = zoneServers;
    const { publicServers } = hosting;
    let isChanged = false;
    const readSerial: typeof publicServers.readSerial = async (server, zoneName, signal) => {
      if (!isChanged && zoneName === name) {
        isChanged = true;
        await setNameservers(ctx, name, otherHosts);
      }
      return publicServers.readSerial(server, zoneName, signal);
    };
    const slow = { ...hosting, publicServers: { ...publicServers, readSerial } };
    await checkDelegations({ ...fixture.systemCtx, ...zonePorts(), zoneHosting: slow }, never);
    expect(isChanged).toBe(true);
    expect(await stateOf(name)).toEqual(["elsewhere", ...otherHosts]);
  });

  it("never ends the zone", async () => {
    const { ctx, name } = await domainHolder({ nameservers: [...otherHosts] });
    await createZone(ctx, { name });
    await createZone(ctx, { name: `shop.${name}` });
    expect(await stateOf(name)).toEqual(["elsewhere", ...otherHosts]);
    tree.delegate(name, otherHosts);
    await sweepDelegations(2);
    await sweepDelegations(60);
    expect(await zoneRowOf(`shop.${name}`)).toMatchObject({ delegation: "elsewhere", endsAt: null });
    expect((await zoneRowOf(name)).endsAt).toBeNull();
  });

  it("is that of the zone above while the domain isn't active", async () => {
    const { ctx, name } = await domainHolder();
    await createZone(ctx, { name });
    await fixture.db.update(domains).set({ status: "pending" }).where(eq(domains.name, name));
    tree.delegate(name, otherHosts);
    await makeDue(name);
    await sweepDelegations();
    expect(await stateOf(name)).toEqual(["elsewhere", ...otherHosts]);
  });
});
