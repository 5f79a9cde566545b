import { domainIntents, domains } from "@zonepost/db";
import { eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  eventTypesOf,
  fixture,
  never,
  newName,
  refusalOf,
  registrarsOf,
  rowOf,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { age, operationsOf, register, setUp } from "../../../../test/support/domains/lifecycle.ts";
import type { Registrar } from "../index.ts";
import { updateDomain } from "../portfolio/update-domain.ts";
import { addDays, addYears } from "../rules/schedule.ts";
import { recordRenewalFailure } from "./auto-renewals.ts";
import { deleteExpiredDomain } from "./delete-expired-domain.ts";
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
  const due = async (name: string, column: "nextDeletionAt") =>
    fixture.db
      .update(domains)
      .set({ [column]: new Date(Date.now() - 60_000) })
      .where(eq(domains.name, name));
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

  describe("at its expiry date, a domain that auto-renews", () => {
    const expiring = async (failureCode?: string) => {
      const set = await setUp();
      const name = await register(set, { autoRenew: true });
      const { id, paidUntil: expiresAt } = await rowOf(name);
      const fail = (code: string, now: Date) =>
        fixture.db.transaction((tx) =>
          recordRenewalFailure(
            tx,
            { ...systemCtx(), clock: { now: async () => now, wallNow: () => new Date() } },
            { id, expiresAt, graceEndsAt: addDays(expiresAt, 30) },
            { code, message: "It failed.", isPayment: false, since: null, triesAgainAt: null },
          ),
        );
      if (failureCode) {
        await fail(failureCode, addDays(expiresAt, -1));
      }
      await fixture.db.update(domains).set({ nextNoticeAt: expiresAt }).where(eq(domains.name, name));
      const noticesAt = async (days: number, isPaid = false) => {
        const ctx = systemCtx();
        const domainOrders = { ...ctx.domainOrders, isRenewalPaid: async () => isPaid };
        await sendExpiryNotices({ ...ctx, domainOrders }, addDays(expiresAt, days));
        return (await eventTypesOf(set.workspace.id)).filter((type) => type === "domain.expired");
      };
      return { name, expiresAt, fail, noticesAt };
    };

    it.each([
      ["expires if its card was declined", "card_declined", false, ["domain.expired"]],
      ["expires if the registry refused the renewal", "registry_refused", false, ["domain.expired"]],
      ["waits once it is paid, though its card was declined before", "card_declined", true, []],
      ["waits after a failure of the registry", "registry_unavailable", false, []],
      ["waits if no worker has tried it", undefined, false, []],
    ] as const)("%s", async (_, failureCode, isPaid, expected) => {
      const { name, expiresAt, noticesAt } = await expiring(failureCode);
      expect(await noticesAt(0, isPaid)).toEqual(expected);
      if (expected.length === 0) {
        expect(await rowOf(name)).toMatchObject({ status: "active", nextNoticeAt: addDays(expiresAt, 3) });
        expect(await noticesAt(3, isPaid)).toEqual(["domain.expired"]);
      }
      expect((await rowOf(name)).status).toBe("expired");
    });

    it("expires late, but at once when something other than the registry is the cause", async () => {
      const { name, expiresAt, fail, noticesAt } = await expiring("registry_unavailable");
      expect(await noticesAt(0)).toEqual([]);
      await fail("registry_refused", addDays(expiresAt, 1));
      expect((await rowOf(name)).nextNoticeAt).toEqual(addDays(expiresAt, 1));
    });

    it("isn't judged by a failure of an earlier term", async () => {
      const { name, expiresAt } = await expiring("registry_refused");
      const nextTerm = addYears(expiresAt, 1);
      const renewed = { paidUntil: nextTerm, nextNoticeAt: nextTerm };
      await fixture.db.update(domains).set(renewed).where(eq(domains.name, name));
      await sendExpiryNotices(systemCtx(), nextTerm);
      expect(await rowOf(name)).toMatchObject({ status: "active", nextNoticeAt: addDays(nextTerm, 3) });
    });
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
