import {
  auditEntries,
  domainHistory,
  domainIntents,
  domainOperations,
  domains,
  idempotencyKeys,
} from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  fixture,
  modulePorts,
  never,
  newName,
  problemOf,
  registrarsOf,
  rowOf,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import {
  atRival,
  authCode,
  historyLinesOf,
  type MoveCtx,
  move,
  openOperation,
  setUp,
  type TransferIn,
  transferEventsOf,
} from "../../../../test/support/domains/transfers.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { writtenDay } from "../../../kernel/written-day.ts";
import { getDomainOperation } from "../operations/list-operations.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { RegistrarError } from "../ports.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { addDays } from "../rules/schedule.ts";
import { replaceAuthCode } from "./replace-auth-code.ts";
import { previewTransferIn, transferDomainIn } from "./transfer-domain-in.ts";

useDomainFixture();
afterEach(() => {
  vi.useRealTimers();
});

describe("transferDomainIn", () => {
  it("requests the transfer, waits, and then holds the domain with our contacts and a new auth code", async () => {
    const { workspace, ctx, input, registrantId } = await setUp();
    const name = await atRival(newName());
    const before = await fixture.rival.readDomain(name);
    const operation = await move(ctx, input(name));
    expect(operation).toMatchObject({
      kind: "transfer_in",
      state: "pending",
      reason: { code: "waits_for_other_registrar" },
      years: 1,
      waitsUntil: expect.any(String),
    });
    expect((await getDomain(ctx, name)).status).toBe("pending_transfer");
    await fixture.rival.answerTransfer(name, "approve");
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, operation.id)).toMatchObject({ state: "succeeded", reason: null });
    const row = await rowOf(name);
    expect(row).toMatchObject({
      status: "active",
      registrantContactId: rowId("con", registrantId),
      autoRenew: true,
    });
    if (before.kind !== "held") {
      throw new Error("the rival did not hold it");
    }
    expect(row.nameservers).toEqual(before.domain.nameservers);
    expect(row.paidUntil.getUTCFullYear()).toBe(before.domain.registryExpiresAt.getUTCFullYear() + 1);
    expect(await transferEventsOf(workspace.id)).toEqual([["domain.transferred", "in"]]);

    await replaceAuthCode(fixture.systemCtx, row);
    const held = await fixture.registrar.readDomain(name);
    if (held.kind !== "held") {
      throw new Error("we do not hold it");
    }
    expect(held.domain.contacts.registrant).toMatch(/^zp/);
    expect((await rowOf(name)).registryContacts).toEqual(held.domain.contacts);
    expect((await rowOf(name)).registrantContactId).toBe(rowId("con", registrantId));
    expect((await rowOf(name)).authCodeExpiresAt).toBeNull();
    await expect(fixture.rival.readForeignDomain(name, authCode)).rejects.toMatchObject({
      reason: "wrong_auth_code",
    });
    expect(await historyLinesOf(name)).toEqual([
      "user: Transferred in from another registrar",
      "system: Contacts changed",
    ]);
  });

  it("completes immediately if its registry doesn't ask the other registrar", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName("de"));
    expect(await move(ctx, input(name))).toMatchObject({ state: "succeeded", years: 0 });
    expect((await getDomain(ctx, name)).status).toBe("active");
  });

  it("fails when the other registrar rejects it, and leaves no domain", async () => {
    const { workspace, ctx, input } = await setUp();
    const name = await atRival(newName());
    const { id } = await move(ctx, input(name));
    await fixture.rival.answerTransfer(name, "reject");
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({
      state: "failed",
      reason: { code: "transfer_rejected" },
    });
    expect(await problemOf(getDomain(ctx, name))).toMatchObject({ code: "not_found" });
    expect(await transferEventsOf(workspace.id)).toEqual([]);
    // And the transfer can be requested again.
    expect(await move(ctx, input(name))).toMatchObject({ state: "pending" });
  });

  it("returns the outcome and the price in a dry run, and changes nothing", async () => {
    const { ctx, input } = await setUp();
    const ds = [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) }];
    // аррӏе.com, all Cyrillic
    const name = await atRival("xn--80ak6aa92e.com", { dsRecords: ds });
    const preview = await previewTransferIn(ctx, input(name));
    expect(preview).toMatchObject({
      dryRun: true,
      wouldSucceed: true,
      years: 1,
      currency: "EUR",
      priceCents: expect.any(Number),
      problems: [],
      warnings: [{ code: "looks_latin" }, { code: "dnssec_present" }],
    });
    expect(await previewTransferIn(ctx, input(name, { expectedPriceCents: 1 }))).toMatchObject({
      wouldSucceed: false,
      problems: [{ code: "price_changed", pointer: null }],
    });
    expect(await fixture.db.select().from(domains).where(eq(domains.name, name))).toEqual([]);
    expect(await fixture.registrar.readTransfer(name)).toBeNull();
  });

  it("allows ten wrong auth codes an hour per name and workspace, and then not even the correct one", async () => {
    const { ctx: asNow, input } = await setUp();
    const hourStart = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    let now = new Date(hourStart + 30 * 60_000);
    const asOf = (one: MoveCtx): MoveCtx => ({ ...one, clock: { ...one.clock, wallNow: () => now } });
    const ctx = asOf(asNow);
    const [name, other] = [await atRival(newName()), await atRival(newName())];
    const wrong = (which = name, who = ctx, dryRun = false) =>
      (dryRun ? previewTransferIn : transferDomainIn)(who, input(which, { authCode: "another-code" })).then(
        (answer) => ("problems" in answer ? answer.problems[0]?.code : undefined),
        (error: unknown) => (error instanceof AppError ? error.code : error),
      );
    // Correct codes don't count, however often they are checked.
    for (let at = 0; at < 11; at += 1) {
      await previewTransferIn(ctx, input(name));
    }
    expect(await wrong(name, ctx, true)).toBe("wrong_auth_code");
    const answers = await Promise.all(Array.from({ length: 15 }, () => wrong()));
    expect(Map.groupBy(answers, (code) => code).get("wrong_auth_code")).toHaveLength(9);
    expect(Map.groupBy(answers, (code) => code).get("too_many_wrong_auth_codes")).toHaveLength(6);

    const refusal = await move(ctx, input(name)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      kind: "rate_limited",
      code: "too_many_wrong_auth_codes",
      retryAfterSeconds: 1800,
      publicMessage: "Too many wrong auth codes for this domain. Try again in 30 minutes.",
    });
    expect(await wrong(other)).toBe("wrong_auth_code");
    const stranger = await setUp();
    expect(await wrong(name, asOf(stranger.ctx))).toBe("wrong_auth_code");
    now = new Date(hourStart + 3_600_000);
    expect(await wrong()).toBe("wrong_auth_code");
    expect(await move(ctx, input(name))).toMatchObject({ state: "pending" });
  });

  it("reports each reason that prevents the transfer, before requesting it", async () => {
    const { workspace, ctx, input } = await setUp();
    const problem = async (name: string, more: Partial<TransferIn> = {}) => {
      const { code, kind, pointers } = await problemOf(move(ctx, input(name, more)));
      return [code, kind, pointers?.[0]];
    };
    const free = await atRival(newName());
    expect(await problem(newName("example"))).toEqual(["invalid_input", "invalid", "/name"]);
    expect(await problem(newName())).toEqual(["not_registered", "invalid", "/name"]);
    expect(await problem(free, { authCode: "another-code" })).toEqual([
      "wrong_auth_code",
      "invalid",
      "/authCode",
    ]);
    expect(await problem(free, { expectedPriceCents: 1 })).toEqual(["price_changed", "conflict", undefined]);
    const price = await move(ctx, input(free, { expectedPriceCents: 1 })).catch((error: unknown) => error);
    expect(price).toMatchObject({ extensions: { priceCents: expect.any(Number), currency: "EUR" } });
    expect(await problem(free, { contacts: { registrantId: publicId("con", newId()) } })).toEqual([
      "invalid_input",
      "invalid",
      "/contacts/registrantId",
    ]);
    const locked = await atRival(newName());
    await fixture.rival.changeLock(locked, true);
    expect(await problem(locked)).toEqual(["transfer_locked", "conflict", undefined]);
    const ours = await fixture.addDomain(workspace.id, { name: newName() });
    expect(await problem(ours)).toEqual(["already_yours", "conflict", undefined]);
    const { workspace: other } = await setUp();
    const theirs = await fixture.addDomain(other.id, { name: newName() });
    expect(await problem(theirs)).toEqual(["wrong_auth_code", "invalid", "/authCode"]);
    await fixture.registrar.changeAuthCode(theirs, authCode);
    expect(await problem(theirs)).toEqual(["not_transferable", "conflict", undefined]);
    const young = newName();
    await fixture.putAtRegistry(young, "rival");
    const [created] = await fixture.db.$client<{ at: string }[]>`
      update registry.domains set created_at = now() where name = ${young} returning created_at as at`;
    await fixture.rival.changeAuthCode(young, authCode);
    expect(await problemOf(move(ctx, input(young)))).toMatchObject({
      code: "transfer_too_early",
      message: expect.stringContaining(`from ${writtenDay(addDays(new Date(created?.at ?? 0), 60))}.`),
    });
    expect(await fixture.db.select().from(domains).where(eq(domains.name, free))).toEqual([]);
  });

  it("requires the right to buy, which people limited to domains don't have", async () => {
    const { workspace, input } = await setUp();
    for (const role of ["billing", "read_only"] as const) {
      const ctx: MoveCtx = { ...workspace.ctx(role), ...modulePorts, registrars: fixture.registrars };
      expect(await problemOf(move(ctx, input(newName())))).toMatchObject({ code: "forbidden" });
    }
  });

  it("is requested once, even with simultaneous calls", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => move(ctx, input(name))));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of tries) {
      if (result.status === "rejected") {
        expect((result.reason as AppError).code).toMatch(/operation_in_progress|transfer_under_way/);
      }
    }
    expect(
      await fixture.db.select().from(domainOperations).where(eq(domainOperations.domainName, name)),
    ).toHaveLength(1);
  });

  it("fails with the registry's reason, and leaves no domain", async () => {
    const { ctx, input, withRegistrar } = await setUp();
    const name = await atRival(newName());
    const refusing = withRegistrar({
      requestTransfer: () => Promise.reject(new RegistrarError("prohibited", "locked meanwhile")),
    });
    expect(await problemOf(move(refusing, input(name)))).toMatchObject({ code: "change_prohibited" });
    expect(await openOperation(ctx, name)).toMatchObject({
      state: "failed",
      reason: { code: "change_prohibited" },
    });
    expect((await rowOf(name)).status).toBe("deleted");
  });

  it("changes nothing if the registry is unavailable", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const absent = fixture.absentRegistrar();
    expect(await problemOf(move({ ...ctx, registrars: registrarsOf(absent) }, input(name)))).toMatchObject({
      code: "registry_unavailable",
    });
    await absent.close();
    expect(await fixture.db.select().from(domains).where(eq(domains.name, name))).toEqual([]);
  });

  it.each(["com", "de"])("is handled if the answer to a request for a .%s is lost", async (tld) => {
    const { workspace, ctx, input } = await setUp();
    const name = await atRival(newName(tld));
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:transfer" });
    const { id } = await move(ctx, input(name));
    if (tld === "com") {
      await fixture.rival.answerTransfer(name, "approve");
    }
    await fixture.db
      .update(domainIntents)
      .set({ leasedUntil: new Date(Date.now() - 1) })
      .where(eq(domainIntents.domainId, (await rowOf(name)).id));
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "succeeded" });
    expect(await transferEventsOf(workspace.id)).toEqual([["domain.transferred", "in"]]);
  });

  it("fails a request that never reached the registry, once it can no longer be in transit", async () => {
    // Its lease of a minute only ends when this test ends it.
    holdClock();
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    await fixture.registry.injectFault({ kind: "drop_before", command: "domain:transfer" });
    const { id, state } = await move(ctx, input(name));
    expect(state).toBe("pending");
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "pending" });
    await fixture.db
      .update(domainIntents)
      .set({ leasedUntil: new Date(Date.now() - 1) })
      .where(eq(domainIntents.domainId, (await rowOf(name)).id));
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({
      state: "failed",
      reason: { code: "transfer_not_begun" },
    });
    expect(await move(ctx, input(name))).toMatchObject({ state: "pending" });
  });

  it("waits if the registry has accepted the request and completes it later", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName("de"));
    await fixture.registry.injectFault({ kind: "pending", command: "domain:transfer" });
    const { id, state } = await move(ctx, input(name));
    expect(state).toBe("pending");
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "pending" });
    await fixture.registry.settlePending();
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "succeeded" });
  });

  it("waits for days without being given up", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const { id } = await move(ctx, input(name));
    const long = new Date(Date.now() - 48 * 3_600_000);
    await fixture.db
      .update(domainIntents)
      .set({ leasedUntil: long })
      .where(eq(domainIntents.domainId, (await rowOf(name)).id));
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "pending" });
    await fixture.rival.answerTransfer(name, "reject");
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "failed" });
  });

  it("stores the auth code nowhere in the database", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    await move(ctx, input(name));
    for (const table of [
      domains,
      domainOperations,
      domainIntents,
      domainHistory,
      auditEntries,
      idempotencyKeys,
    ]) {
      expect(JSON.stringify(await fixture.db.select().from(table))).not.toContain(authCode);
    }
  });
});
