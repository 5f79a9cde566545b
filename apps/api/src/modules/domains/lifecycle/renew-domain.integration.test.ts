import { domainIntents, domains } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  fixture,
  heldAt,
  newName,
  openIntentsOf,
  refusalOf,
  rowOf,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import {
  age,
  comYearCents,
  endLeases,
  operationsOf,
  register,
  setUp,
  sync,
} from "../../../../test/support/domains/lifecycle.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { whole } from "../../../../test/support/whole.ts";
import { newId } from "../../../kernel/ids.ts";
import { listHistory } from "../history/list-history.ts";
import { getDomainOperation } from "../operations/list-operations.ts";
import { RegistrarError } from "../ports.ts";
import { addYears } from "../rules/schedule.ts";
import { previewRenewal, renewDomain } from "./renew-domain.ts";

useDomainFixture();
afterEach(() => {
  vi.useRealTimers();
});

describe("renewDomain", () => {
  const renewal = async (name: string, more: { years?: number; expectedPriceCents?: number } = {}) => ({
    name,
    years: 1,
    currentExpiresAt: (await rowOf(name)).paidUntil.toISOString(),
    ...more,
  });

  it("renews from the date that the caller saw, once, however often it is repeated", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    const input = await renewal(name, { years: 2 });
    expect(await renewDomain(set.ctx, input)).toMatchObject({
      kind: "renewal",
      state: "succeeded",
      priceCents: 2 * comYearCents,
    });
    const row = await rowOf(name);
    expect(row.paidUntil).toEqual(addYears(before.paidUntil, 2));
    expect((await heldAt(name)).registryExpiresAt).toEqual(row.paidUntil);
    expect(await refusalOf(renewDomain(set.ctx, input))).toMatchObject({ code: "expiry_changed" });
    expect(await whole(listHistory(set.ctx, name))).toMatchObject([
      { kind: "renewal", summary: "Renewed for 2 years" },
      { kind: "registration" },
    ]);
  });

  it("is priced for all its years, which may cost less than each of them", async () => {
    const set = await setUp();
    const name = await register(set);
    const agreed: unknown[] = [];
    const cost = { costCents: 2000, currency: "EUR" };
    const price = { priceCents: 2000, currency: "EUR" };
    const discounting = set.withRegistrar({
      costOfRenewal: async () => cost,
      renewDomain(input, ...rest) {
        agreed.push(input.agreed);
        return fixture.registrar.renewDomain({ ...input, agreed: undefined }, ...rest);
      },
    });
    const input = await renewal(name, { years: 2, expectedPriceCents: price.priceCents });
    expect(await previewRenewal(discounting, input)).toMatchObject({ wouldSucceed: true, ...price });
    expect(await renewDomain(discounting, input)).toMatchObject({ state: "succeeded", ...price });
    expect(agreed).toEqual([cost]);
  });

  it("lets one of three simultaneous renewals through", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    const input = await renewal(name);
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => refusalOf(renewDomain(set.ctx, input))),
    );
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("shows the price, the new date and any problems in a dry run", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    const asked = await renewal(name);
    expect(await previewRenewal(set.ctx, asked)).toMatchObject({
      wouldSucceed: true,
      priceCents: comYearCents,
      expiresAt: addYears(before.paidUntil, 1).toISOString(),
    });
    const bad = { ...asked, years: 10, currentExpiresAt: "2030-01-01T00:00:00.000Z" };
    expect((await previewRenewal(set.ctx, bad)).problems).toMatchObject([{ code: "expiry_changed" }]);
    expect((await rowOf(name)).paidUntil).toEqual(before.paidUntil);
  });

  it("rejects years beyond the registry's limit, another price, and a domain in another status", async () => {
    const set = await setUp();
    const name = await register(set);
    const attempt = async (more: object) =>
      refusalOf(renewDomain(set.ctx, { ...(await renewal(name)), ...more }));
    expect(await attempt({ years: 10 })).toMatchObject({ code: "invalid_input", pointers: ["/years"] });
    expect(await attempt({ expectedPriceCents: 1 })).toMatchObject({ code: "price_changed" });
    await fixture.db.update(domains).set({ status: "redemption" }).where(eq(domains.name, name));
    expect(await attempt({})).toMatchObject({ code: "wrong_status" });
  });

  it("returns the same for another workspace's domain as for an unknown one", async () => {
    const set = await setUp();
    const name = await register(set);
    const stranger = await setUp();
    const missing = { ...(await renewal(name)), name: newName() };
    expect(await refusalOf(renewDomain(stranger.ctx, await renewal(name)))).toMatchObject({
      code: "not_found",
    });
    expect(await refusalOf(renewDomain(stranger.ctx, missing))).toMatchObject({ code: "not_found" });
    const reader = { ...set.ctx, ...set.workspace.ctx("read_only") };
    expect(await refusalOf(renewDomain(reader, await renewal(name)))).toMatchObject({ code: "forbidden" });
  });

  it("only sends the years that the registry has not auto-renewed, and no command if none is missing", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 375);
    const before = await rowOf(name);
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    let sent = 0;
    const counting = set.withRegistrar({
      renewDomain: (input, options) => {
        sent += input.years;
        return fixture.registrar.renewDomain(input, options);
      },
    });
    expect(await renewDomain(counting, await renewal(name))).toMatchObject({
      state: "succeeded",
      priceCents: comYearCents,
    });
    expect(sent).toBe(0);
    expect(await rowOf(name)).toMatchObject({ status: "active", paidUntil: addYears(before.paidUntil, 1) });
    expect((await renewDomain(counting, await renewal(name, { years: 2 }))).state).toBe("succeeded");
    expect(sent).toBe(2);
    expect((await heldAt(name)).registryExpiresAt).toEqual((await rowOf(name)).paidUntil);
  });

  it("charges once if the answer is lost: the registry is checked before anything is repeated", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:renew" });
    expect((await renewDomain(set.ctx, await renewal(name))).state).toBe("succeeded");
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("continues an unanswered renewal once it can no longer be in transit, and charges it once", async () => {
    // Its lease of a minute only ends when this test ends it.
    holdClock();
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.injectFault({ kind: "drop_before", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    expect(begun.state).toBe("pending");
    expect(await refusalOf(renewDomain(set.ctx, await renewal(name)))).toMatchObject({
      code: "operation_in_progress",
    });
    await sync();
    expect((await heldAt(name)).registryExpiresAt).toEqual(before.paidUntil);
    await endLeases();
    await Promise.all([sync(), sync()]);
    expect((await getDomainOperation(set.ctx, begun.id)).state).toBe("succeeded");
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("continues it even while many other changes are pending", async () => {
    const set = await setUp();
    const { id: otherId } = await rowOf(await register(set));
    const name = await register(set);
    await fixture.db.insert(domainIntents).values(
      Array.from({ length: 30 }, () => ({
        id: newId(),
        domainId: otherId,
        kind: "change_lock" as const,
        change: { kind: "change_lock" as const, locked: true },
        actor: { kind: "system" as const, id: null, name: "test" },
        createdAt: new Date(),
        outcome: "unknown" as const,
        leasedUntil: new Date(),
      })),
    );
    const { paidUntil } = await rowOf(name);
    const lost = set.withRegistrar({
      renewDomain: () => Promise.reject(new RegistrarError("outcome_unknown", "no answer came")),
    });
    const input = { name, years: 1, currentExpiresAt: paidUntil.toISOString() };
    expect((await renewDomain(lost, input)).state).toBe("pending");
    await endLeases();
    await sync();
    expect((await rowOf(name)).paidUntil).toEqual(addYears(paidUntil, 1));
    await fixture.db.delete(domainIntents).where(eq(domainIntents.domainId, otherId));
  });

  it("fails after an hour if the registry never made the change", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.injectFault({ kind: "drop_before", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    const anHourAgo = v7({ msecs: Date.now() - 3_700_000 });
    await fixture.db
      .update(domainIntents)
      .set({ id: anHourAgo, leasedUntil: new Date(Date.now() - 1000) })
      .where(and(eq(domainIntents.domainId, before.id), isNull(domainIntents.settledAt)));
    await sync();
    expect(await getDomainOperation(set.ctx, begun.id)).toMatchObject({
      state: "failed",
      reason: { code: "not_carried_out" },
    });
    expect((await rowOf(name)).paidUntil).toEqual(before.paidUntil);
  });

  it("waits for a registry that renews later", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.injectFault({ kind: "pending", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    expect(begun.state).toBe("pending");
    await fixture.registry.settlePending();
    await sync();
    expect((await getDomainOperation(set.ctx, begun.id)).state).toBe("succeeded");
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("isn't resent if the registry accepted it and then declined it in a message", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.injectFault({ kind: "pending", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    await fixture.db.$client`
      update registry.pending_commands
      set xml = regexp_replace(xml, '<domain:curExpDate>[^<]*', '<domain:curExpDate>2031-01-01')`;
    await endLeases();
    await fixture.registry.settlePending();
    await sync();
    await sync();
    expect(await getDomainOperation(set.ctx, begun.id)).toMatchObject({ state: "failed" });
    expect((await heldAt(name)).registryExpiresAt).toEqual(before.registryExpiresAt);
    expect(await openIntentsOf(name)).toEqual([]);
  });

  it("fails the operation with a reason if the registry refuses", async () => {
    const set = await setUp();
    const name = await register(set);
    await fixture.registry.injectFault({ kind: "answer", command: "domain:renew", code: 2304 });
    expect(await refusalOf(renewDomain(set.ctx, await renewal(name)))).toMatchObject({
      code: "change_prohibited",
    });
    expect((await operationsOf(name)).at(-1)).toMatchObject({
      state: "failed",
      reason: { code: "change_prohibited" },
    });
  });
});
