import { attentionChoices, members } from "@zonepost/db";
import { type AttentionItem, attentionKinds } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAttentionFixture, inDays } from "../../../test/support/attention/plant.ts";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { newId } from "../../kernel/ids.ts";
import { muteAttention, snoozeAttention, unmuteAttention, unsnoozeAttention } from "./choose-attention.ts";
import { listAttention } from "./list-attention.ts";

let fixture: Awaited<ReturnType<typeof createAttentionFixture>>;
beforeAll(async () => {
  fixture = await createAttentionFixture();
});
afterAll(() => fixture.close());

const kindsOf = (items: readonly AttentionItem[]) => items.map(({ kind }) => kind);
const key = (ctx: WorkspaceCtx, scopes: string[], domainNames: string[] | null = null): WorkspaceCtx => ({
  ...ctx,
  actor: {
    kind: "api_key",
    keyId: newId(),
    name: "Key",
    workspaceId: ctx.actor.workspaceId,
    scopes: new Set(scopes) as never,
    domainNames,
    ipRanges: null,
    expiresAt: null,
  },
});

describe("each kind", () => {
  it.each(attentionKinds)(
    "%s follows from a state, and has a sentence, a place to act and a date",
    async (kind) => {
      const workspace = await fixture.createWorkspace();
      const owner = await workspace.join();
      expect(await listAttention(owner)).toEqual([]);
      await workspace.plant.causes[kind](`${kind.replaceAll("_", "-")}.com`);
      const [item, ...others] = await listAttention(owner);
      expect(others).toEqual([]);
      expect(item).toMatchObject({ kind, count: 1, snoozedUntil: null });
      expect(item?.id).toBe(`${kind}~${item?.subject.id}`);
      expect(item?.id).toMatch(/^[a-z_]+~[A-Za-z0-9._-]+$/);
      expect(new Date(item?.since ?? "").getTime()).toBeLessThan(Date.now());
      expect(item?.explanation.message).toMatch(/^[A-Z].+\.$/);
      expect(item?.explanation.message).not.toMatch(/undefined|null|NaN|Invalid/);
      expect(item?.action.href).toMatch(/^\/(domains|mail|payments|webhooks)/);
      // Another workspace has none of it.
      const other = await fixture.createWorkspace();
      expect(await listAttention(await other.join())).toEqual([]);
    },
  );

  it("all at once are listed worst first", async () => {
    const workspace = await fixture.createWorkspace();
    for (const kind of attentionKinds) {
      await workspace.plant.causes[kind](`all-${kind.replaceAll("_", "-")}.com`);
    }
    const items = await listAttention(await workspace.join());
    expect(kindsOf(items).toSorted()).toEqual([...attentionKinds].toSorted());
    const severities = ["critical", "warning", "notice"];
    const ranks = items.map(({ severity }) => severities.indexOf(severity));
    expect(ranks).toEqual(ranks.toSorted());
    expect(items.at(0)?.kind).toBe("domain_in_redemption");
  });

  it("isn't reported once it is over", async () => {
    const workspace = await fixture.createWorkspace();
    const owner = await workspace.join();
    const { plant } = workspace;
    // Paid for another year since, and checked too long ago.
    const renewed = await plant.failedRenewal("renewed.com");
    await fixture.sql`update domains set paid_until = ${inDays(376).toISOString()}, next_renewal_at = ${inDays(369).toISOString()} where id = ${renewed}`;
    await plant.dnsCheck(await plant.domain("stale.com"), "is_silent", inDays(-3));
    const changed = await plant.domain("changed.com");
    const refusal = { code: "refused", message: "The registry refuses it." };
    await plant.operation("changed.com", changed, "nameserver_change", "failed", refusal);
    expect(kindsOf(await listAttention(owner))).toEqual(["registry_refuses"]);
    await plant.operation("changed.com", changed, "nameserver_change", "succeeded", null);
    expect(await listAttention(owner)).toEqual([]);
  });
});

describe("who sees what", () => {
  it("follows the rights of roles, scopes and domain limits", async () => {
    const workspace = await fixture.createWorkspace();
    for (const kind of attentionKinds) {
      await workspace.plant.causes[kind](`who-${kind.replaceAll("_", "-")}.com`);
    }
    const owner = await workspace.join();
    const seen = async (ctx: WorkspaceCtx) => new Set(kindsOf(await listAttention(ctx)));
    const ofPayments = ["refund_owed", "card_expires", "payment_disputed", "fraud_warning"] as const;
    const ofWebhooks = ["endpoint_deactivated", "endpoint_failing"] as const;
    const member = await seen(await workspace.join({ role: "member" }));
    expect([...ofPayments].filter((kind) => member.has(kind))).toEqual([]);
    expect(member.size).toBe(attentionKinds.length - ofPayments.length);
    const billing = await seen(await workspace.join({ role: "billing" }));
    expect([...ofPayments].every((kind) => billing.has(kind))).toBe(true);
    expect([...ofWebhooks, "mail_unpaid" as const].filter((kind) => billing.has(kind))).toEqual([]);
    expect((await seen(key(owner, ["domains:read", "webhooks:read"]))).has("endpoint_failing")).toBe(true);
    await expect(listAttention(key(owner, ["mail:read"]))).rejects.toMatchObject({ kind: "forbidden" });
    const limited = await workspace.join({ role: "member", domainNames: ["who-renewal-failed.com"] });
    expect(await listAttention(limited)).toMatchObject([{ id: "renewal_failed~who-renewal-failed.com" }]);
  });

  it("tells the bank's reason only to those who see payments", async () => {
    const workspace = await fixture.createWorkspace();
    await workspace.plant.failedRenewal("declined.com");
    const messageFor = async (ctx: WorkspaceCtx) => (await listAttention(ctx))[0]?.explanation.message;
    expect(await messageFor(await workspace.join())).toMatch(
      /^The charge failed: the card was declined\. The next attempt is on/,
    );
    expect(await messageFor(await workspace.join({ role: "read_only" }))).toMatch(
      /^The charge failed\. The next/,
    );
  });
});

describe("more than five of a kind", () => {
  it("are one item that counts them, as far as the caller sees them", async () => {
    const workspace = await fixture.createWorkspace();
    const names = Array.from({ length: 7 }, (_, index) => `many-${index}.com`);
    for (const name of names) {
      await workspace.plant.causes.expires_without_renewal(name);
    }
    const [group, ...others] = await listAttention(await workspace.join());
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      id: "expires_without_renewal",
      count: 7,
      subject: { type: "group", name: "7 domains and plans" },
      action: { code: "show_all", href: "/domains?renew=off&within=30" },
    });
    const limited = await workspace.join({ role: "member", domainNames: names.slice(0, 2) });
    expect((await listAttention(limited)).map(({ count }) => count)).toEqual([1, 1]);
  });
});

describe("snooze and mute", () => {
  const until = () => inDays(7).toISOString();

  it("are for the person alone, in this workspace", async () => {
    const workspace = await fixture.createWorkspace();
    await workspace.plant.failedRenewal("snoozed.com");
    await workspace.plant.causes.endpoint_failing("muted.com");
    const [anna, bert] = [await workspace.join(), await workspace.join()];
    const before = await listAttention(anna);
    const [snoozed, muted] = before;
    const at = until();
    await snoozeAttention(anna, { id: snoozed?.id ?? "", until: at });
    await muteAttention(anna, muted?.id ?? "");
    expect(await listAttention(anna)).toEqual([{ ...snoozed, snoozedUntil: at }]);
    expect(await listAttention(anna, { muted: "true" })).toEqual([muted]);
    expect(await listAttention(bert)).toEqual(before);
    expect(await listAttention(key(anna, ["domains:read", "webhooks:read"]))).toMatchObject([
      { kind: "renewal_failed", snoozedUntil: null },
      { kind: "endpoint_failing" },
    ]);
    await unsnoozeAttention(anna, snoozed?.id ?? "");
    await unmuteAttention(anna, muted?.id ?? "");
    expect((await listAttention(anna)).map(({ snoozedUntil }) => snoozedUntil)).toEqual([null, null]);
    expect(await fixture.db.select().from(attentionChoices)).toEqual([]);
  });

  it("end when the problem gets worse, and don't cover the next one", async () => {
    const workspace = await fixture.createWorkspace();
    const owner = await workspace.join();
    const id = await workspace.plant.domain("worse.com", { autoRenew: false, paidUntil: inDays(20) });
    await muteAttention(owner, "expires_without_renewal~worse.com");
    expect(await listAttention(owner)).toEqual([]);
    // The last week is critical.
    await fixture.sql`update domains set paid_until = ${inDays(5).toISOString()} where id = ${id}`;
    expect(await listAttention(owner)).toMatchObject([{ severity: "critical" }]);
    await snoozeAttention(owner, { id: "expires_without_renewal~worse.com", until: until() });
    await fixture.sql`update domains set paid_until = ${inDays(2).toISOString()} where id = ${id}`;
    expect(await listAttention(owner)).toMatchObject([{ snoozedUntil: null }]);
  });

  it("of a group cover what there was, and no later one", async () => {
    const workspace = await fixture.createWorkspace();
    const owner = await workspace.join();
    for (let index = 0; index < 6; index += 1) {
      await workspace.plant.endpoint(`https://${index}.test`, false, 10, inDays(-1));
    }
    await muteAttention(owner, "endpoint_deactivated");
    expect(await listAttention(owner)).toEqual([]);
    await workspace.plant.endpoint("https://later.test", false, 10, new Date(Date.now() + 1_000));
    expect(await listAttention(owner)).toMatchObject([{ count: 1, subject: { name: "https://later.test" } }]);
    expect(await listAttention(owner, { muted: "true" })).toMatchObject([
      { id: "endpoint_deactivated~muted", count: 6 },
    ]);
    await unmuteAttention(owner, "endpoint_deactivated~muted");
    expect(await listAttention(owner)).toMatchObject([{ id: "endpoint_deactivated", count: 7 }]);
  });

  it("refuse what isn't there, and times outside a year", async () => {
    const workspace = await fixture.createWorkspace();
    const owner = await workspace.join();
    await workspace.plant.failedRenewal("there.com");
    const other = await fixture.createWorkspace();
    const stranger = await other.join();
    const id = "renewal_failed~there.com";
    await expect(muteAttention(stranger, id)).rejects.toMatchObject({ kind: "not_found" });
    await expect(muteAttention(owner, "renewal_failed~gone.com")).rejects.toMatchObject({
      kind: "not_found",
    });
    for (const wrong of [inDays(-1), inDays(400)]) {
      await expect(snoozeAttention(owner, { id, until: wrong.toISOString() })).rejects.toMatchObject({
        kind: "invalid",
        fields: [{ pointer: "/until" }],
      });
    }
    await unsnoozeAttention(owner, "renewal_failed~gone.com");
  });

  it("end with the membership", async () => {
    const workspace = await fixture.createWorkspace();
    const owner = await workspace.join();
    await workspace.plant.failedRenewal("left.com");
    await muteAttention(owner, "renewal_failed~left.com");
    const { workspaceId } = owner.actor;
    const choices = () =>
      fixture.db.select().from(attentionChoices).where(eq(attentionChoices.workspaceId, workspaceId));
    expect(await choices()).toHaveLength(1);
    const userId = owner.actor.kind === "user" ? owner.actor.userId : "";
    await fixture.db
      .delete(members)
      .where(and(eq(members.userId, userId), eq(members.workspaceId, workspaceId)));
    expect(await choices()).toEqual([]);
  });
});
