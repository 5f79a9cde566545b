import { zoneAllowances } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  addToken,
  domainHolder,
  newcomer,
  otherHosts,
  ownHosts,
  provedZone,
  proveName,
  refusalBytes,
  tree,
  useNameTree,
  zoneCtxOf,
  zoneRowOf,
  zoneRowsOf,
} from "../../../../test/support/dns/zone-fixture.ts";
import {
  fixture,
  newName,
  refusalOf,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { authCode, setUp as setUpTransfer } from "../../../../test/support/domains/transfers.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { transferDomainIn } from "../../domains/index.ts";
import { allowZone } from "./allow-zone.ts";
import { createZone, previewZone } from "./create-zone.ts";

useDomainFixture();
useNameTree();

const createdBy = async (ctx: Parameters<typeof createZone>[0], name: string) =>
  (await createZone(ctx, { name })).basis;

describe("a name at or below an active domain of the workspace", () => {
  it("needs no proof, and no nameserver is asked", async () => {
    const { ctx, name } = await domainHolder();
    const before = tree.asked.length;
    expect(await createdBy(ctx, name)).toBe("held");
    expect(await createdBy(ctx, `shop.${name}`)).toBe("held");
    expect(tree.asked.length).toBe(before);
    expect(await zoneRowOf(name)).toMatchObject({ delegation: "here", delegatedTo: ownHosts });
  });

  it("needs a proof while the domain is only being transferred to it", async () => {
    const { ctx, workspace, input } = await setUpTransfer();
    const name = newName();
    await fixture.putAtRegistry(name, "rival");
    await fixture.rival.changeAuthCode(name, authCode);
    await transferDomainIn(ctx, input(name));
    tree.delegate(name, otherHosts);
    const zoneCtx = zoneCtxOf(ctx);
    expect(await refusalOf(createZone(zoneCtx, { name }))).toMatchObject({ code: "zone_proof_required" });
    expect(await refusalOf(createZone(zoneCtx, { name: `shop.${name}` }))).toMatchObject({
      code: "zone_proof_required",
    });
    addToken(workspace.id, name);
    expect(await createdBy(zoneCtx, name)).toBe("proved");
  });
});

describe("a name that isn't held", () => {
  it("needs the token of the workspace at all of its nameservers that answer", async () => {
    const { ctx, workspace } = await newcomer();
    const name = newName();
    proveName(workspace.id, name, otherHosts.slice(0, 1));
    const refused = JSON.parse(await refusalBytes(createZone(ctx, { name })));
    expect(refused).toMatchObject({
      code: "zone_proof_required",
      record: { type: "TXT", name: `_zonepost-challenge.${name}` },
      proof: "missing",
    });
    expect(await zoneRowsOf(name)).toEqual([]);
    tree.setTexts(otherHosts[1] ?? "", refused.record.name, [refused.record.value]);
    expect(await createdBy(ctx, name)).toBe("proved");
  });

  it("isn't proved by the token of another workspace", async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const name = newName();
    proveName(one.workspace.id, name);
    expect(await refusalOf(createZone(other.ctx, { name }))).toMatchObject({ code: "zone_proof_required" });
  });

  it("isn't proved by a forgotten delegation to us, not even with the token in a zone of ours", async () => {
    const { ctx, workspace } = await newcomer();
    const name = newName();
    tree.delegate(name, ownHosts);
    addToken(workspace.id, name, ownHosts);
    const refused = JSON.parse(await refusalBytes(createZone(ctx, { name })));
    expect(refused).toMatchObject({ code: "zone_proof_required", proof: "delegated_here" });
  });

  it("is created once with the operator's permission, which ends after 30 days", async () => {
    const [allowed, other] = [await newcomer(), await newcomer()];
    const name = newName();
    tree.delegate(name, ownHosts);
    const { expiresAt } = await allowZone(fixture.systemCtx, { workspaceId: allowed.workspace.id, name });
    expect(Math.round((expiresAt.getTime() - Date.now()) / dayMs)).toBe(30);
    expect(await refusalOf(createZone(other.ctx, { name }))).toMatchObject({ code: "zone_proof_required" });
    const late = { ...allowed.ctx, clock: { ...allowed.ctx.clock, now: async () => expiresAt } };
    expect(await refusalOf(createZone(late, { name }))).toMatchObject({ code: "zone_proof_required" });

    expect((await previewZone(allowed.ctx, { name })).basis).toBe("operator");
    expect(await createdBy(allowed.ctx, name)).toBe("operator");
    const left = await fixture.db.select().from(zoneAllowances).where(eq(zoneAllowances.name, name));
    expect(left).toEqual([]);
  });

  it("isn't given to the workspace that the operator has allowed if another one has it", async () => {
    const [name, allowed, late] = [newName(), await newcomer(), await newcomer()];
    await allowZone(fixture.systemCtx, { workspaceId: allowed.workspace.id, name });
    const holder = await domainHolder({ name });
    expect(await refusalOf(createZone(allowed.ctx, { name }))).toMatchObject({ code: "zone_exists" });
    const own = { workspaceId: late.workspace.id, name: `shop.${name}` };
    expect(await refusalOf(allowZone(fixture.systemCtx, own))).toMatchObject({ code: "zone_exists" });
    expect(await createdBy(holder.ctx, name)).toBe("held");
  });
});

describe("a name that another workspace has", () => {
  it("is refused with the same bytes, whatever the other workspace has and however it is related", async () => {
    const intruder = await newcomer();
    const [held, withZone, below, proved] = [
      await domainHolder(),
      await domainHolder(),
      await domainHolder(),
      await provedZone(newName()),
    ];
    await createZone(withZone.ctx, { name: withZone.name });
    await createZone(below.ctx, { name: `deep.shop.${below.name}` });
    const upper = newName();
    const lower = await provedZone(`shop.${upper}`);
    const own = await domainHolder();
    await createZone(own.ctx, { name: own.name });
    const tried = [
      held.name,
      `shop.${held.name}`,
      withZone.name,
      `shop.${withZone.name}`,
      `shop.${below.name}`,
      proved.name,
      `deep.shop.${proved.name}`,
      upper,
      lower.name,
    ];
    for (const name of tried) {
      proveName(intruder.workspace.id, name);
    }
    const asked = tree.asked.length;
    const refusals = [
      ...(await Promise.all(tried.map((name) => refusalBytes(createZone(intruder.ctx, { name }))))),
      ...(await Promise.all(tried.map((name) => refusalBytes(previewZone(intruder.ctx, { name }))))),
      await refusalBytes(createZone(own.ctx, { name: own.name })),
    ];
    expect(JSON.parse(refusals[0] ?? "")).toMatchObject({ status: 409, code: "zone_exists" });
    expect(new Set(refusals).size).toBe(1);
    expect(tree.asked.length, "queries would tell how far the request came").toBe(asked);
  });

  it("is refused above a domain of another workspace, and to one that only registers it", async () => {
    const tld = newName();
    const lower = await domainHolder();
    await fixture.db.$client`update domains set name = ${`one.${tld}`} where name = ${lower.name}`;
    const intruder = await newcomer();
    proveName(intruder.workspace.id, tld);
    expect(await refusalOf(createZone(intruder.ctx, { name: tld }))).toMatchObject({ code: "zone_exists" });
    const registering = await domainHolder();
    await fixture.db.$client`update domains set status = 'pending' where name = ${registering.name}`;
    proveName(intruder.workspace.id, registering.name);
    expect(await refusalOf(createZone(intruder.ctx, { name: registering.name }))).toMatchObject({
      code: "zone_exists",
    });
    tree.delegate(registering.name, otherHosts);
    expect(await refusalOf(createZone(registering.ctx, { name: registering.name }))).toMatchObject({
      code: "zone_proof_required",
    });
  });

  it("isn't confused with a name that only ends the same, or has an underscore for any character", async () => {
    const holder = await domainHolder();
    await createZone(holder.ctx, { name: `a_b.${holder.name}` });
    await createZone(holder.ctx, { name: `axb.${holder.name}` });
    const other = await newcomer();
    const similar = `x${holder.name}`;
    proveName(other.workspace.id, similar);
    expect(await createdBy(other.ctx, similar)).toBe("proved");
  });
});

describe("a public suffix", () => {
  it.each(["co.uk", "github.io", "com.de"])("%s is refused, even with a proof", async (name) => {
    const { ctx, workspace } = await newcomer();
    tree.addZone(name.slice(name.indexOf(".") + 1), ["a.tld.net"]);
    proveName(workspace.id, name);
    expect(await refusalOf(createZone(ctx, { name }))).toMatchObject({
      kind: "invalid",
      pointers: ["/name"],
    });
  });
});

describe("several workspaces that want one name at the same moment", () => {
  it.each([
    ["the same name", (name: string) => name],
    ["names above and below each other", (name: string, at: number) => `${"a.".repeat(at)}${name}`],
  ])("one of them gets it (%s)", async (_, nameFor) => {
    const name = newName();
    const rivals = await Promise.all(Array.from({ length: 6 }, () => newcomer()));
    for (const [at, { workspace }] of rivals.entries()) {
      proveName(workspace.id, nameFor(name, at));
      for (const rival of rivals) {
        addToken(rival.workspace.id, nameFor(name, at));
      }
    }
    const results = await Promise.all(
      rivals.map(({ ctx }, at) =>
        refusalOf(createZone(ctx, { name: nameFor(name, at) })).then((refusal) => refusal?.code ?? "created"),
      ),
    );
    expect(results.toSorted()).toEqual(["created", ...Array.from({ length: 5 }, () => "zone_exists")]);
  });
});

describe("a member or key that is limited to domains", () => {
  it("creates zones there alone, and any other name is unknown to it", async () => {
    const { ctx, workspace, name } = await domainHolder();
    const second = await fixture.addDomain(workspace.id);
    const { actor } = ctx;
    const limited = { ...ctx, actor: { ...actor, domainNames: [name] } } as typeof ctx;
    const key = {
      ...ctx,
      actor: {
        kind: "api_key",
        keyId: newId(),
        name: "limited",
        workspaceId: workspace.id,
        scopes: new Set(["zones:read", "zones:write"]),
        domainNames: [name],
        ipRanges: null,
        expiresAt: null,
      },
    } as typeof ctx;
    const unknown = await refusalBytes(createZone(limited, { name: newName() }));
    for (const caller of [limited, key]) {
      expect(await refusalBytes(createZone(caller, { name: second }))).toBe(unknown);
      expect(await refusalBytes(createZone(caller, { name: `x${name}` }))).toBe(unknown);
    }
    expect(await createdBy(limited, name)).toBe("held");
    expect(await createdBy(key, `shop.${name}`)).toBe("held");
    expect(await zoneRowsOf(second)).toEqual([]);
  });
});
