import { domains } from "@zonepost/db";
import type { DomainStatus, ZoneEndReason } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  addAddress,
  newcomer,
  otherHosts,
  provedZone,
  proveName,
  publish,
  sweepEnds,
  useNameTree,
  zoneCtxOf,
  zoneRowOf,
  zoneRowsOf,
  zoneTracesOf,
} from "../../../../test/support/dns/zone-fixture.ts";
import {
  fixture,
  mailPorts,
  modulePorts,
  newName,
  problemOf,
  refusalOf,
  rowOf,
  useDomainFixture,
  zoneServers,
} from "../../../../test/support/domains/domain-fixture.ts";
import {
  approveTransfer,
  deleteAfterGrace,
  moveToRival,
  reconcile,
  rejectTransfer,
  removeDomain,
  requestTransferOut,
  unregister,
} from "../../../../test/support/domains/holding.ts";
import { age, register, setUp as setUpHolder, sync } from "../../../../test/support/domains/lifecycle.ts";
import { atRival, authCode } from "../../../../test/support/domains/transfers.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { wireErasure } from "../../../wire/erasure.ts";
import { eraseWorkspace } from "../../accounts/index.ts";
import {
  importDomain,
  restoreDomain,
  resumeDomain,
  suspendDomain,
  takeOverDomain,
  transferDomainIn,
} from "../../domains/index.ts";
import { listRecords } from "../records/list-records.ts";
import { listVersions } from "../versions/list-versions.ts";
import { createZone } from "./create-zone.ts";
import { deleteZone } from "./delete-zone.ts";
import { getZone } from "./list-zones.ts";

useDomainFixture();
useNameTree();

type Holder = Awaited<ReturnType<typeof setUpHolder>>;

async function holderWithZones({ isAged = true }: { isAged?: boolean } = {}) {
  const holder = await setUpHolder();
  const name = await register(holder);
  if (isAged) {
    await age(name, 100);
  }
  const zoneCtx = zoneCtxOf(holder.ctx);
  const below = `shop.${name}`;
  await createZone(zoneCtx, { name });
  await createZone(zoneCtx, { name: below });
  await addAddress(zoneCtx, name);
  return { ...holder, name, below, zoneCtx };
}
type WithZones = Awaited<ReturnType<typeof holderWithZones>>;

async function transferIn({ ctx, input }: Holder, name: string) {
  const { contacts } = input();
  await transferDomainIn(ctx, { name, authCode, contacts, autoRenew: true, whoisPrivacy: true });
}

const daysUntil = (date: Date | null) => Math.round(((date?.getTime() ?? 0) - Date.now()) / dayMs);

const asks = { isPaidFor: async () => false, beforeRenewal: async () => {} };

const departures: [string, (domain: WithZones) => Promise<unknown>, DomainStatus, ZoneEndReason, number][] = [
  [
    "is deleted and can be restored",
    ({ ctx, name }) => removeDomain(ctx, name),
    "redemption",
    "domain_deleted",
    7,
  ],
  [
    "expires and is deleted after its grace period",
    ({ name }) => deleteAfterGrace(name),
    "redemption",
    "domain_deleted",
    7,
  ],
  [
    "is transferred out with the owner's approval",
    async ({ ctx, name }) => {
      await requestTransferOut(ctx, name);
      await approveTransfer(ctx, name);
    },
    "transferred_out",
    "domain_transferred_out",
    30,
  ],
  [
    "is transferred out without an answer",
    async (domain) => {
      await requestTransferOut(domain.ctx, domain.name);
      await moveToRival(domain.name);
      await reconcile(domain.name);
    },
    "transferred_out",
    "domain_transferred_out",
    30,
  ],
  [
    "turns out to be with another registrar",
    async ({ name }) => {
      await moveToRival(name);
      await reconcile(name);
    },
    "transferred_out",
    "domain_transferred_out",
    30,
  ],
  [
    "turns out to be unregistered",
    async ({ name }) => {
      await unregister(name);
      await reconcile(name);
    },
    "deleted",
    "domain_deleted",
    7,
  ],
  [
    "turns out to be unregistered after a restore from a backup",
    async ({ name }) => {
      await unregister(name);
      await takeOverDomain(fixture.systemCtx, await rowOf(name), asks);
    },
    "deleted",
    "domain_deleted",
    7,
  ],
];

const arrivals: [string, (holder: Holder, name: string) => Promise<unknown>][] = [
  ["is registered", (holder, name) => register(holder, { name })],
  [
    "is transferred in",
    async (holder, name) => {
      await atRival(name);
      await transferIn(holder, name);
      await fixture.rival.answerTransfer(name, "approve");
      await sync();
    },
  ],
  [
    "is imported by the operator",
    async ({ workspace }, name) => {
      await fixture.putAtRegistry(name, "zonepost");
      const how = { workspaceId: workspace.id, autoRenew: false, isDryRun: false };
      expect(await importDomain(fixture.systemCtx, name, how)).toMatchObject({ outcome: "imported" });
    },
  ],
];

const stays: [string, (domain: WithZones) => Promise<unknown>][] = [
  [
    "is suspended for a lost dispute, and resumes",
    async ({ workspace, name }) => {
      const own = { workspaceId: workspace.id, name };
      expect(await suspendDomain(fixture.systemCtx, own)).toBe("done");
      expect(await resumeDomain(fixture.systemCtx, own)).toBe("done");
    },
  ],
  [
    "is asked for by another registrar, which is refused",
    async (domain) => {
      await requestTransferOut(domain.ctx, domain.name);
      expect((await rowOf(domain.name)).status).toBe("pending_transfer");
      await addAddress(domain.zoneCtx, domain.name, "192.0.2.81");
      await rejectTransfer(domain.ctx, domain.name);
    },
  ],
  [
    "has expired, and can still be renewed",
    ({ name }) => fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name)),
  ],
];

describe("zones at and below a domain that leaves", () => {
  it.each(departures)("end once the domain %s", async (_how, leave, status, reason, days) => {
    const domain = await holderWithZones();
    const bystander = await holderWithZones();
    await leave(domain);
    expect((await rowOf(domain.name)).status).toBe(status);
    for (const name of [domain.name, domain.below]) {
      const row = await zoneRowOf(name);
      expect([row.endReason, daysUntil(row.endsAt)]).toEqual([reason, days]);
      expect(await refusalOf(addAddress(domain.zoneCtx, name))).toMatchObject({ code: "zone_ending" });
    }
    expect(await getZone(domain.zoneCtx, domain.name)).toMatchObject({ state: "ending", ends: { reason } });
    await addAddress(bystander.zoneCtx, bystander.name, "192.0.2.82");
  });

  it("end in its add grace period, when it is free at once", async () => {
    const domain = await holderWithZones({ isAged: false });
    await removeDomain(domain.ctx, domain.name);
    expect((await rowOf(domain.name)).status).toBe("deleted");
    expect((await zoneRowOf(domain.name)).endReason).toBe("domain_deleted");
  });

  it("are written to the audit log with the person who deleted the domain", async () => {
    const domain = await holderWithZones();
    await removeDomain(domain.ctx, domain.name);
    const { audit } = await zoneTracesOf(domain.workspace.id);
    expect(audit.filter(({ action }) => action === "zone.ended")).toMatchObject([
      { actor: { kind: "user" } },
      { actor: { kind: "user" } },
    ]);
  });

  it("keep their date when the domain goes from redemption to its release", async () => {
    const domain = await holderWithZones();
    await removeDomain(domain.ctx, domain.name);
    const { endsAt } = await zoneRowOf(domain.name);
    await unregister(domain.name);
    await reconcile(domain.name);
    expect((await rowOf(domain.name)).status).toBe("deleted");
    expect((await zoneRowOf(domain.name)).endsAt).toEqual(endsAt);
  });

  it("don't end if another active domain of the workspace holds them", async () => {
    const domain = await holderWithZones();
    const lower = await fixture.addDomain(domain.workspace.id);
    await fixture.db.update(domains).set({ name: domain.below }).where(eq(domains.name, lower));
    await removeDomain(domain.ctx, domain.name);
    expect((await zoneRowOf(domain.name)).endReason).toBe("domain_deleted");
    expect((await zoneRowOf(domain.below)).endReason).toBeNull();
    await addAddress(domain.zoneCtx, domain.below);
  });

  it("change with the domain or not at all", async () => {
    const domain = await holderWithZones();
    await moveToRival(domain.name);
    const { domainZones } = modulePorts;
    const failing = {
      ...fixture.systemCtx,
      domainZones: {
        ...domainZones,
        whenDomainLeaves: async (...given: Parameters<typeof domainZones.whenDomainLeaves>) => {
          await domainZones.whenDomainLeaves(...given);
          throw new Error("zones failed");
        },
      },
    };
    await expect(reconcile(domain.name, failing)).rejects.toThrow("zones failed");
    expect((await rowOf(domain.name)).status).toBe("active");
    await addAddress(domain.zoneCtx, domain.name, "192.0.2.83");
    await reconcile(domain.name);
    expect(await refusalOf(addAddress(domain.zoneCtx, domain.name))).toMatchObject({ code: "zone_ending" });
  });

  it("take no change after the domain has left, and every one that was answered before", async () => {
    const domain = await holderWithZones();
    const { version } = await zoneRowOf(domain.name);
    const [outcomes] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          refusalOf(addAddress(domain.zoneCtx, domain.name, `192.0.2.${100 + at}`)),
        ),
      ),
      removeDomain(domain.ctx, domain.name),
    ]);
    const refused = outcomes.filter((refusal) => refusal !== undefined);
    expect(refused.every(({ code }) => code === "zone_ending")).toBe(true);
    expect((await zoneRowOf(domain.name)).version).toBe(version + outcomes.length - refused.length);
  });

  it("never wait for each other in a circle while zones are created, changed and deleted", async () => {
    const rounds = Array.from({ length: 6 }, async () => {
      const { ctx, zoneCtx, name, below } = await holderWithZones({ isAged: false });
      const outcomes = await Promise.all([
        refusalOf(createZone(zoneCtx, { name: `new.${name}` })),
        refusalOf(addAddress(zoneCtx, name, "192.0.2.84")),
        refusalOf(removeDomain(ctx, name)),
        refusalOf(deleteZone(zoneCtx, { zoneName: below, confirmName: below, force: true })),
        refusalOf(addAddress(zoneCtx, below, "192.0.2.85")),
      ]);
      const left = (await zoneRowsOf(`new.${name}`)).filter(({ endsAt }) => endsAt === null);
      return [left.length, ...outcomes.map((refusal) => refusal?.kind ?? "done")];
    });
    for (const [left, ...outcomes] of await Promise.all(rounds)) {
      expect(left).toBe(0);
      expect(["done", "conflict", "not_found"]).toEqual(expect.arrayContaining([...new Set(outcomes)]));
    }
  });
});

describe("zones of a domain that stays", () => {
  it.each(stays)("stay while the domain %s", async (_how, happens) => {
    const domain = await holderWithZones();
    await happens(domain);
    await addAddress(domain.zoneCtx, domain.name, "192.0.2.90");
    expect(await zoneRowOf(domain.below)).toMatchObject({ endsAt: null, basis: "held" });
  });

  it("stay proved if a transfer to us fails", async () => {
    const mover = await setUpHolder();
    const name = await atRival(newName());
    expect(await proveOwn(mover, name)).toBe("proved");
    await transferIn(mover, name);
    await fixture.rival.answerTransfer(name, "reject");
    await sync();
    await reconcile(name);
    expect((await rowOf(name)).status).toBe("deleted");
    expect(await zoneRowOf(name)).toMatchObject({ basis: "proved", endsAt: null });
    await addAddress(zoneCtxOf(mover.ctx), name);
  });
});

async function proveOwn({ ctx, workspace }: Holder, name: string) {
  proveName(workspace.id, name);
  return (await createZone(zoneCtxOf(ctx), { name })).basis;
}

describe("a domain that arrives", () => {
  it.each(arrivals)("ends the proved zones of others at and below it when it %s", async (_how, arrive) => {
    const name = newName();
    const squatter = await provedZone(name);
    const lower = await provedZone(`shop.${newName()}`);
    await fixture.db.$client`update zones set name = ${`shop.${name}`} where name = ${lower.name}`;
    const holder = await setUpHolder();
    await arrive(holder, name);
    expect((await rowOf(name)).status).toBe("active");
    for (const [of, zoneName] of [
      [squatter, name],
      [lower, `shop.${name}`],
    ] as const) {
      const row = await zoneRowOf(zoneName);
      expect([row.endReason, daysUntil(row.endsAt)]).toEqual(["held_by_another", 7]);
      expect(await refusalOf(addAddress(of.ctx, zoneName))).toMatchObject({ code: "zone_ending" });
      const { audit } = await zoneTracesOf(of.workspace.id);
      expect(audit.at(-1)).toMatchObject({
        action: "zone.ended",
        actor: { kind: "system" },
        ipAddress: null,
      });
    }
    const zoneCtx = zoneCtxOf(holder.ctx);
    await createZone(zoneCtx, { name });
    expect(await zoneRowOf(name)).toMatchObject({
      workspaceId: holder.workspace.id,
      basis: "held",
      version: 1,
    });
    expect(await zoneRowsOf(`shop.${name}`)).toEqual([]);
  });

  it.each(arrivals)(
    "turns the workspace's proved zone into one that follows it when it %s",
    async (_how, arrive) => {
      const holder = await setUpHolder();
      const name = newName();
      expect(await proveOwn(holder, name)).toBe("proved");
      await arrive(holder, name);
      expect(await zoneRowOf(name)).toMatchObject({ basis: "held", endsAt: null });
      await moveToRival(name);
      await reconcile(name);
      expect((await zoneRowOf(name)).endReason).toBe("domain_transferred_out");
    },
  );
});

const returns: [string, (domain: WithZones) => Promise<unknown>, (domain: WithZones) => Promise<unknown>][] =
  [
    [
      "is restored from redemption",
      ({ ctx, name }) => removeDomain(ctx, name),
      ({ ctx, name }) => restoreDomain(ctx, { name }),
    ],
    [
      "is registered again",
      async ({ name }) => {
        await unregister(name);
        await reconcile(name);
      },
      (domain) => register(domain, { name: domain.name }),
    ],
    [
      "is transferred back",
      async ({ name }) => {
        await moveToRival(name);
        await reconcile(name);
      },
      async (domain) => {
        await fixture.rival.changeAuthCode(domain.name, authCode);
        await transferIn(domain, domain.name);
        await fixture.rival.answerTransfer(domain.name, "approve");
        await sync();
      },
    ],
  ];

describe("zones of a domain that returns to its workspace", () => {
  it.each(returns)("are as they were once the domain %s", async (_how, leave, comeBack) => {
    const domain = await holderWithZones();
    const before = await listRecords(domain.zoneCtx, domain.name);
    await leave(domain);
    expect((await zoneRowOf(domain.name)).endsAt).not.toBeNull();
    await sweepEnds(6);
    await comeBack(domain);
    expect((await rowOf(domain.name)).status).toBe("active");
    for (const name of [domain.name, domain.below]) {
      expect(await zoneRowOf(name)).toMatchObject({ endReason: null, endsAt: null, basis: "held" });
    }
    expect(await listRecords(domain.zoneCtx, domain.name)).toEqual(before);
    await addAddress(domain.zoneCtx, domain.name, "192.0.2.91");
    expect((await zoneTracesOf(domain.workspace.id)).audit.map(({ action }) => action)).toContain(
      "zone.resumed",
    );
  });

  it("are gone once their time is over, although the domain can still be restored", async () => {
    const domain = await holderWithZones();
    await removeDomain(domain.ctx, domain.name);
    await sweepEnds(7.1);
    await restoreDomain(domain.ctx, { name: domain.name });
    expect((await rowOf(domain.name)).status).toBe("active");
    expect(await zoneRowsOf(domain.name)).toEqual([]);
    expect(await createZone(domain.zoneCtx, { name: domain.name })).toMatchObject({
      version: 1,
      recordCount: 1,
    });
  });
});

describe("a zone that has ended", () => {
  it("is served as it is until its time is over, and then by no nameserver", async () => {
    const domain = await holderWithZones();
    await publish();
    const served = zoneServers.zones.get(domain.name);
    expect(served?.recordSets).toContainEqual(expect.objectContaining({ name: "www", type: "A" }));
    await removeDomain(domain.ctx, domain.name);
    await sweepEnds(6.9);
    await publish();
    expect(zoneServers.zones.get(domain.name)).toEqual(served);

    await sweepEnds(7.1);
    await publish();
    expect(zoneServers.zones.has(domain.name)).toBe(false);
    expect(zoneServers.zones.has(domain.below)).toBe(false);
    expect(await problemOf(getZone(domain.zoneCtx, domain.name))).toMatchObject({ kind: "not_found" });
    const { events, audit } = await zoneTracesOf(domain.workspace.id);
    expect(events.filter(({ type }) => type === "zone.deleted")).toHaveLength(2);
    expect(audit.filter(({ action }) => action === "zone.withdrawn")).toHaveLength(2);
  });

  it("is replaced in one step by the next holder's, who starts empty and sees nothing of it", async () => {
    const former = await holderWithZones({ isAged: false });
    await addAddress(former.zoneCtx, former.name, "198.51.100.99");
    await publish();
    const before = await zoneRowOf(former.name);
    await removeDomain(former.ctx, former.name);

    const next = await setUpHolder();
    await register(next, { name: former.name });
    const zoneCtx = zoneCtxOf(next.ctx);
    expect(await problemOf(getZone(zoneCtx, former.name))).toMatchObject({ kind: "not_found" });
    await createZone(zoneCtx, { name: former.name });
    expect(JSON.stringify(zoneServers.zones.get(former.name))).toContain("198.51.100.99");
    await publish();
    expect(zoneServers.zones.get(former.name)?.recordSets.map(({ name, type }) => `${name} ${type}`)).toEqual(
      ["@ NS"],
    );
    expect(zoneServers.zones.has(former.below)).toBe(false);

    const row = await zoneRowOf(former.name);
    expect(row).toMatchObject({ workspaceId: next.workspace.id, version: 1, recordSetCount: 1 });
    expect(row.serial).toBeGreaterThan(before.serial);
    expect(await listVersions(zoneCtx, former.name)).toMatchObject([{ version: 1 }]);
    const seen = await zoneTracesOf(next.workspace.id);
    expect(seen.events.map(({ type }) => type)).toEqual(["zone.created", "zone.published"]);
    expect(JSON.stringify(seen)).not.toContain("198.51.100.99");
    expect(JSON.stringify(seen)).not.toContain(former.workspace.id);
    const left = await zoneTracesOf(former.workspace.id);
    expect(left).toMatchObject({ zones: [], versions: [], records: [] });
    expect(left.audit.at(-1)).toMatchObject({ action: "zone.withdrawn", actor: { kind: "system" } });
    expect(JSON.stringify(left)).not.toContain(next.workspace.id);
    expect(await problemOf(getZone(former.zoneCtx, former.name))).toMatchObject({ kind: "not_found" });
  });

  it("doesn't come back to a former holder when the next one's domain leaves", async () => {
    const former = await holderWithZones({ isAged: false });
    await removeDomain(former.ctx, former.name);
    const next = await setUpHolder();
    await register(next, { name: former.name });
    expect(await zoneRowOf(former.name)).toMatchObject({
      workspaceId: former.workspace.id,
      endReason: "domain_deleted",
    });
    await removeDomain(next.ctx, former.name);
    expect(await zoneRowOf(former.name)).toMatchObject({
      workspaceId: former.workspace.id,
      endReason: "domain_deleted",
    });
    expect(await refusalOf(addAddress(former.zoneCtx, former.name))).toMatchObject({ code: "zone_ending" });
  });
});

describe("the zones of a workspace that is erased", () => {
  it("are withdrawn from all nameservers", async () => {
    const name = newName();
    const { workspace } = await provedZone(name);
    await publish();
    expect(zoneServers.zones.has(name)).toBe(true);
    const deps = {
      ...fixture.systemCtx,
      ...mailPorts,
      ...wireErasure(fixture.db, null),
      operatorEmail: undefined,
    };
    await eraseWorkspace(deps, publicId("wsp", workspace.id), { isDryRun: false });
    await publish();
    expect(zoneServers.zones.has(name)).toBe(false);
    expect(await zoneRowsOf(name)).toEqual([]);
    const next = await newcomer();
    expect(await refusalOf(createZone(next.ctx, { name }))).toMatchObject({ code: "zone_proof_required" });
  });
});

describe("a zone that its domain uses", () => {
  const deletionOf = ({ zoneCtx }: WithZones, name: string, force = false) =>
    refusalOf(deleteZone(zoneCtx, { zoneName: name, confirmName: name, force }));

  it("isn't deleted while the domain is delegated to it or has DS records for it, unless that is forced", async () => {
    const domain = await holderWithZones();
    const isOf = eq(domains.name, domain.name);
    await fixture.db
      .update(domains)
      .set({ nameservers: ["ns1.zonepost-dns.net"] })
      .where(isOf);
    expect(await deletionOf(domain, domain.name)).toMatchObject({ code: "zone_in_use" });
    await fixture.db.$client`update zones set is_signed = true where name = ${domain.name}`;
    const dsRecords = [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) }];
    await fixture.db.update(domains).set({ nameservers: otherHosts, dsRecords }).where(isOf);
    expect(await deletionOf(domain, domain.name)).toMatchObject({ code: "zone_in_use" });
    await fixture.db.update(domains).set({ dsRecords: [] }).where(isOf);
    expect(await deletionOf(domain, domain.name)).toBeUndefined();
    expect(await deletionOf(domain, domain.below)).toBeUndefined();
    expect(await zoneRowsOf(domain.name)).toEqual([]);
  });

  it("is deleted if that is forced", async () => {
    const domain = await holderWithZones();
    await fixture.db
      .update(domains)
      .set({ nameservers: ["ns1.zonepost-dns.net"] })
      .where(eq(domains.name, domain.name));
    expect(await deletionOf(domain, domain.name, true)).toBeUndefined();
    expect(await zoneRowsOf(domain.name)).toEqual([]);
  });
});
