import { domainHistory, domainIntents, domains } from "@zonepost/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  eventTypesOf,
  fixture,
  heldAt,
  never,
  newName,
  priceList,
  refusalOf,
  registrarsOf,
  rowOf,
  useDomainFixture,
} from "../../../../test/support/domain-fixture.ts";
import { whole } from "../../../../test/support/whole.ts";
import { storedActor } from "../../../kernel/actor.ts";
import { dayMs } from "../../../kernel/durations.ts";
import type { Registrar } from "../index.ts";
import { listHistory } from "../portfolio/list-history.ts";
import { updateDomain } from "../portfolio/update-domain.ts";
import { RegistrarError } from "../ports.ts";
import { insertOperation } from "../registry-sync/begin-operation.ts";
import { addDays, addYears } from "../rules/schedule.ts";
import { autoRenewDomain } from "./auto-renew-domain.ts";
import { deleteExpiredDomain } from "./delete-expired-domain.ts";
import { age, endLeases, operationsOf, register, setUp } from "./lifecycle-fixture.ts";
import { processDueDomains } from "./process-due-domains.ts";
import { renewDomain } from "./renew-domain.ts";
import { sendExpiryNotices } from "./send-expiry-notices.ts";

useDomainFixture();

const openIntents = async () =>
  fixture.db.select().from(domainIntents).where(isNull(domainIntents.settledAt));

describe("due work", () => {
  const systemCtx = (registrar: Registrar = fixture.registrar) => ({
    ...fixture.systemCtx,
    registrars: registrarsOf(registrar),
  });
  const due = async (name: string, column: "nextRenewalAt" | "nextDeletionAt") =>
    fixture.db
      .update(domains)
      .set({ [column]: new Date(Date.now() - 60_000) })
      .where(eq(domains.name, name));
  const renewDue = (ctx = systemCtx()) =>
    processDueDomains(ctx, "nextRenewalAt", never, (row) => autoRenewDomain(ctx, row));
  const deleteDue = (ctx = systemCtx()) =>
    processDueDomains(ctx, "nextDeletionAt", never, (row) => deleteExpiredDomain(ctx, row));

  it("can't turn on auto-renew while the domain is being deleted", async () => {
    const set = await setUp();
    const name = await register(set);
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    await due(name, "nextDeletionAt");
    const turnOn = () => updateDomain(set.ctx, { name, patch: { autoRenew: true } });
    let refusal: unknown;
    await deleteDue(
      systemCtx({
        ...fixture.registrar,
        readDomain: async (asked) => {
          refusal ??= await refusalOf(turnOn());
          return fixture.registrar.readDomain(asked);
        },
      }),
    );
    expect(refusal).toMatchObject({ code: "operation_in_progress" });
    expect((await rowOf(name)).status).toBe("deleted");
  });

  it("renews a due domain for a year, once, with three workers", async () => {
    const set = await setUp();
    const name = await register(set, { autoRenew: true });
    const before = await rowOf(name);
    await due(name, "nextRenewalAt");
    await Promise.all([renewDue(), renewDue(), renewDue()]);
    const row = await rowOf(name);
    expect(row.paidUntil).toEqual(addYears(before.paidUntil, 1));
    expect((await heldAt(name)).registryExpiresAt).toEqual(row.paidUntil);
    expect(row).toMatchObject({
      workLeasedUntil: null,
      nextRenewalAt: new Date(row.paidUntil.getTime() - 14 * dayMs),
    });
    expect((await whole(listHistory(set.ctx, name)))[0]).toMatchObject({
      kind: "renewal",
      actor: { kind: "system" },
    });
  });

  it("auto-renews at the registry's cost, and records the customer's price", async () => {
    const set = await setUp();
    const name = await register(set, { autoRenew: true });
    await due(name, "nextRenewalAt");
    const agreed: unknown[] = [];
    const ctx = systemCtx({
      ...fixture.registrar,
      renewDomain(input, ...rest) {
        agreed.push(input.agreed);
        return fixture.registrar.renewDomain(input, ...rest);
      },
    });
    await renewDue({ ...ctx, priceList: { ...priceList, default: { factor: 2 } } });
    expect(await operationsOf(name)).toContainEqual(
      expect.objectContaining({ kind: "renewal", state: "succeeded", priceCents: 2376 }),
    );
    expect(agreed).toEqual([{ costCents: 1188, currency: "EUR" }]);
  });

  it("notes a failed auto-renewal once a day, and again when the registry is not the cause; retries each hour", async () => {
    const set = await setUp();
    const name = await register(set, { autoRenew: true });
    const away = systemCtx({
      ...fixture.registrar,
      checkAvailability: () => Promise.reject(new RegistrarError("unavailable", "no answer")),
    });
    for (let hour = 0; hour < 3; hour += 1) {
      await due(name, "nextRenewalAt");
      await renewDue(away);
    }
    const failures = async () =>
      fixture.db
        .select()
        .from(domainHistory)
        .where(and(eq(domainHistory.domainId, (await rowOf(name)).id), eq(domainHistory.kind, "renewal")))
        .orderBy(asc(domainHistory.id));
    expect((await failures()).map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Auto-renewal failed: The registry isn't responding/),
    ]);
    const waits = async () => ((await rowOf(name)).nextRenewalAt?.getTime() ?? 0) - Date.now();
    expect(await waits()).toBeGreaterThan(3_000_000);
    expect(await waits()).toBeLessThan(3_700_000);
    await due(name, "nextRenewalAt");
    await fixture.registry.injectFault({ kind: "answer", command: "domain:renew", code: 2304 });
    await renewDue();
    expect(await waits()).toBeGreaterThan(3_000_000);
    expect(await waits()).toBeLessThan(3_700_000);
    expect((await failures()).map(({ details }) => details.code)).toEqual([
      "registry_unavailable",
      "change_prohibited",
    ]);
  });

  /** The expiry date is now; the registry fails each renewal as `code`. */
  const failing = async (code: number) => {
    const set = await setUp();
    const name = await register(set, { autoRenew: true });
    const { paidUntil, nextNoticeAt } = await rowOf(name);
    await fixture.registry.injectFault({ kind: "answer", command: "domain:renew", code });
    await due(name, "nextRenewalAt");
    await renewDue();
    // A failure before the expiry date changes no notice.
    expect((await rowOf(name)).nextNoticeAt).toEqual(nextNoticeAt);
    await fixture.db.update(domains).set({ nextNoticeAt: paidUntil }).where(eq(domains.name, name));
    const noticesAt = async (days: number) => {
      await sendExpiryNotices(systemCtx(), addDays(paidUntil, days));
      return (await eventTypesOf(set.workspace.id)).filter((type) => type === "domain.expired");
    };
    return { name, paidUntil, noticesAt };
  };

  it("announces no expiry while the registry can't renew, and renews when it can", async () => {
    const { name, paidUntil, noticesAt } = await failing(2400);
    expect(await noticesAt(0)).toEqual([]);
    expect(await rowOf(name)).toMatchObject({ status: "active", nextNoticeAt: addDays(paidUntil, 3) });
    await due(name, "nextRenewalAt");
    await renewDue();
    expect((await rowOf(name)).paidUntil).toEqual(addYears(paidUntil, 1));
    expect(await noticesAt(3)).toEqual([]);
  });

  it("announces the expiry three days late at the latest", async () => {
    const { name, noticesAt } = await failing(2400);
    expect(await noticesAt(0)).toEqual([]);
    expect(await noticesAt(3)).toEqual(["domain.expired"]);
    expect((await rowOf(name)).status).toBe("expired");
  });

  it("announces the expiry on its date if the registry refuses the renewal", async () => {
    const { name, noticesAt } = await failing(2306);
    expect(await noticesAt(0)).toEqual(["domain.expired"]);
    expect((await rowOf(name)).status).toBe("expired");
  });

  it("doesn't take a refusal of an earlier term for one of this term", async () => {
    const { name, paidUntil } = await failing(2306);
    const nextTerm = addYears(paidUntil, 1);
    const renewed = { paidUntil: nextTerm, nextNoticeAt: nextTerm };
    await fixture.db.update(domains).set(renewed).where(eq(domains.name, name));
    await sendExpiryNotices(systemCtx(), nextTerm);
    expect(await rowOf(name)).toMatchObject({ status: "active", nextNoticeAt: addDays(nextTerm, 3) });
  });

  it("doesn't note an auto-renewal as failed that another operation holds up", async () => {
    const set = await setUp();
    const name = await register(set, { autoRenew: true });
    const row = await rowOf(name);
    const other = { kind: "deletion", state: "pending", actor: storedActor(set.ctx.actor) } as const;
    await fixture.db.transaction((tx) => insertOperation(tx, set.ctx, row, other, new Date()));
    await due(name, "nextRenewalAt");
    await renewDue();
    expect((await rowOf(name)).nextRenewalAt?.getTime()).toBeGreaterThan(Date.now());
    expect((await whole(listHistory(set.ctx, name))).map(({ kind }) => kind)).not.toContain("renewal");
  });

  it("announces a late expiry at once when the registry begins to refuse", async () => {
    const { name, noticesAt } = await failing(2400);
    await noticesAt(0);
    const past = addDays(new Date(), -1);
    await fixture.db.update(domains).set({ paidUntil: past }).where(eq(domains.name, name));
    const refusing = systemCtx({
      ...fixture.registrar,
      checkAvailability: () => Promise.reject(new RegistrarError("refused", "no more")),
    });
    await due(name, "nextRenewalAt");
    await renewDue(refusing);
    expect((await rowOf(name)).nextNoticeAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("takes over from a worker that died before the registry received the command, and from one that died after", async () => {
    for (const isSent of [false, true]) {
      const set = await setUp();
      const name = await register(set, { autoRenew: true });
      const before = await rowOf(name);
      await due(name, "nextRenewalAt");
      const dying = systemCtx({
        ...fixture.registrar,
        async renewDomain(input, options) {
          if (isSent) {
            await fixture.registrar.renewDomain(input, options);
          }
          throw new TypeError("the worker is killed");
        },
      });
      await renewDue(dying);
      expect((await operationsOf(name)).at(-1)).toMatchObject({ kind: "renewal", state: "pending" });
      await due(name, "nextRenewalAt");
      await endLeases();
      await renewDue();
      expect((await operationsOf(name)).map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
      expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
      expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    }
  });

  it("deletes an active domain whose registry keeps its fees, but not one that was renewed since it was claimed", async () => {
    const set = await setUp();
    const left = await register(set, { name: newName("de") });
    const renewed = await register(set, { name: newName("de") });
    await due(left, "nextDeletionAt");
    await due(renewed, "nextDeletionAt");
    const claimed = await rowOf(renewed);
    const currentExpiresAt = claimed.paidUntil.toISOString();
    await renewDomain(set.ctx, { name: renewed, years: 1, currentExpiresAt });
    await deleteExpiredDomain(systemCtx(), claimed);
    await deleteDue();
    expect(await rowOf(renewed)).toMatchObject({ status: "active", nextDeletionAt: expect.any(Date) });
    // In its add grace period, a deletion is final.
    expect(await fixture.registrar.readDomain(left)).toEqual({ kind: "unregistered" });
  });

  it("deletes an expired domain once, and never one that is renewed at the same moment", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 396);
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    await due(name, "nextDeletionAt");
    const { paidUntil } = await rowOf(name);
    const renewal = { name, years: 1, currentExpiresAt: paidUntil.toISOString() };
    const [refusal] = await Promise.all([refusalOf(renewDomain(set.ctx, renewal)), deleteDue(), deleteDue()]);
    const row = await rowOf(name);
    if (refusal === undefined) {
      expect(row).toMatchObject({ status: "active", nextDeletionAt: null });
    } else {
      expect(row.status).toBe("redemption");
    }
    const kinds = (await operationsOf(name)).filter(({ state }) => state === "succeeded");
    expect(kinds).toHaveLength(2);
    expect(await openIntents()).not.toContainEqual(expect.objectContaining({ domainId: row.id }));
  });
});
