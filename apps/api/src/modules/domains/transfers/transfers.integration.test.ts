import {
  auditEntries,
  contacts,
  domainHistory,
  domainIntents,
  domainOperations,
  domains,
  events,
  idempotencyKeys,
  members,
  outgoingEmails,
  users,
} from "@zonepost/db";
import type { DomainOperation, TransferInInput } from "@zonepost/schema";
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDomainFixture,
  type DomainFixture,
  registrarsOf,
} from "../../../../test/support/domain-fixture.ts";
import { startApi } from "../../../../test/support/start-api.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { createSecretBox } from "../../../kernel/secrets.ts";
import { cancelDomainOperation } from "../operations/cancel-domain-operation.ts";
import { getDomainOperation, listDomainOperations } from "../operations/list-operations.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { type DomainPorts, type Registrar, RegistrarError } from "../ports.ts";
import { notifyTransferOut } from "../registry-sync/notify-transfer-out.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { addDays } from "../rules/schedule.ts";
import { approveTransferOut, rejectTransferOut } from "./answer-transfer-out.ts";
import { createAuthCode } from "./create-auth-code.ts";
import { replaceAuthCode } from "./replace-auth-code.ts";
import { previewTransferIn, transferDomainIn } from "./transfer-domain-in.ts";

type TransferIn = Omit<TransferInInput, "dryRun">;

let fixture: DomainFixture;
beforeAll(async () => {
  fixture = await createDomainFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const never = new AbortController().signal;
const authCode = "the-rivals-Auth-Code-1";
const newName = (tld = "com") => `moving-${newId()}.${tld}`;

type MoveCtx = WorkspaceCtx & DomainPorts;

async function setUp() {
  const workspace = await fixture.createWorkspace();
  const contactId = newId();
  await fixture.db.insert(contacts).values({
    id: contactId,
    workspaceId: workspace.id,
    name: "Dana Meier",
    email: "dana@example.com",
    phone: "+4930123456",
    street: ["Linienstraße 12"],
    city: "Berlin",
    postalCode: "10178",
    countryCode: "DE",
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  const ctx: MoveCtx = { ...workspace.ctx(), registrars: fixture.registrars };
  const input = (name: string, more: Partial<TransferIn> = {}): TransferIn => ({
    name,
    authCode,
    contacts: { registrantId: publicId("con", contactId) },
    autoRenew: true,
    whoisPrivacy: true,
    ...more,
  });
  const withRegistrar = (calls: Partial<Registrar>): MoveCtx => ({
    ...ctx,
    registrars: registrarsOf({ ...fixture.registrar, ...calls }),
  });
  return { workspace, ctx, input, withRegistrar, contactId };
}

/** A domain of the other registrar, with an auth code. */
async function atRival(name: string, options: Parameters<DomainFixture["putAtRegistry"]>[2] = {}) {
  await fixture.putAtRegistry(name, "rival", options);
  await fixture.rival.changeAuthCode(name, authCode);
  return name;
}

/** An unlocked domain of ours, with a transfer request of the other registrar. */
async function askedFor() {
  const { workspace, ctx } = await setUp();
  const name = await fixture.addDomain(workspace.id, { name: newName() });
  const code = await createAuthCode(ctx, name);
  await fixture.rival.requestTransfer({ name, authCode: code.authCode });
  await syncWithRegistry(fixture.systemCtx, never);
  const operation = await openOperation(ctx, name);
  return { workspace, ctx, name, operation };
}

const rowOf = async (name: string) => {
  const [row] = await fixture.db
    .select()
    .from(domains)
    .where(eq(domains.name, name))
    .orderBy(desc(domains.createdAt), desc(domains.id));
  if (!row) {
    throw new Error(`there is no row for ${name}`);
  }
  return row;
};
const openOperation = async (ctx: WorkspaceCtx, name: string): Promise<DomainOperation> => {
  const [operation] = (await listDomainOperations(ctx, { name })) as DomainOperation[];
  if (!operation) {
    throw new Error(`there is no operation for ${name}`);
  }
  return operation;
};
const historyOf = async (name: string) =>
  (
    await fixture.db
      .select()
      .from(domainHistory)
      .where(eq(domainHistory.domainId, (await rowOf(name)).id))
      .orderBy(asc(domainHistory.id))
  ).map(({ summary, actor }) => `${actor.kind}: ${summary}`);
const eventsOf = async (workspaceId: string) =>
  (
    await fixture.db.select().from(events).where(eq(events.workspaceId, workspaceId)).orderBy(asc(events.id))
  ).map(({ type, body }) => [type, (JSON.parse(body) as { data: { direction?: string } }).data.direction]);
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    (value) => {
      throw new Error(`no problem, but ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) {
    throw error;
  }
  return {
    code: error.code,
    kind: error.kind,
    pointer: error.fields?.[0]?.pointer,
    message: error.publicMessage,
  };
};
const move = transferDomainIn;

describe("transferDomainIn", () => {
  it("asks the other registrar, waits for it, and has the domain when it has agreed, with contacts and a code of our own", async () => {
    const { workspace, ctx, input, contactId } = await setUp();
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
    expect(row).toMatchObject({ status: "active", registrantContactId: contactId, autoRenew: true });
    if (before.kind !== "held") {
      throw new Error("the rival did not hold it");
    }
    expect(row.nameservers).toEqual(before.domain.nameservers);
    expect(row.paidUntil.getUTCFullYear()).toBe(before.domain.registryExpiresAt.getUTCFullYear() + 1);
    expect(await eventsOf(workspace.id)).toEqual([["domain.transferred", "in"]]);

    await replaceAuthCode(fixture.systemCtx, row);
    const held = await fixture.registrar.readDomain(name);
    if (held.kind !== "held") {
      throw new Error("we do not hold it");
    }
    expect(held.domain.contacts.registrant).toMatch(/^zp/);
    expect((await rowOf(name)).registryContacts).toEqual(held.domain.contacts);
    expect((await rowOf(name)).registrantContactId).toBe(contactId);
    expect((await rowOf(name)).authCodeExpiresAt).toBeNull();
    await expect(fixture.rival.readForeignDomain(name, authCode)).rejects.toMatchObject({
      reason: "wrong_auth_code",
    });
    expect(await historyOf(name)).toEqual([
      "user: Transferred in from another registrar",
      "system: Contacts changed",
    ]);
  });

  it("has a domain at once where its registry asks nobody", async () => {
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
    expect(await eventsOf(workspace.id)).toEqual([]);
    // And the transfer can be requested again.
    expect(await move(ctx, input(name))).toMatchObject({ state: "pending" });
  });

  it("says what would happen and what it costs in a dry run, and does nothing", async () => {
    const { ctx, input } = await setUp();
    const ds = [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) }];
    const name = await atRival(newName(), { dsRecords: ds });
    const preview = await previewTransferIn(ctx, input(name));
    expect(preview).toMatchObject({
      dryRun: true,
      wouldSucceed: true,
      years: 1,
      currency: "EUR",
      priceCents: expect.any(Number),
      problems: [],
      warnings: [{ code: "dnssec_present" }],
    });
    expect(await previewTransferIn(ctx, input(name, { expectedPriceCents: 1 }))).toMatchObject({
      wouldSucceed: false,
      problems: [{ code: "price_changed", pointer: null }],
    });
    expect(await fixture.db.select().from(domains).where(eq(domains.name, name))).toEqual([]);
    expect(await fixture.registrar.readTransfer(name)).toBeNull();
  });

  it("takes ten wrong auth codes an hour for a name from a workspace, however they come, and then not the right one", async () => {
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

  it("tells each reason that keeps a domain where it is, before anything is asked for", async () => {
    const { workspace, ctx, input } = await setUp();
    const problem = async (name: string, more: Partial<TransferIn> = {}) => {
      const { code, kind, pointer } = await problemOf(move(ctx, input(name, more)));
      return [code, kind, pointer];
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
    await fixture.db.$client`update registry.domains set created_at = now() where name = ${young}`;
    await fixture.rival.changeAuthCode(young, authCode);
    expect(await problemOf(move(ctx, input(young)))).toMatchObject({
      code: "transfer_too_early",
      message: expect.stringContaining(addDays(new Date(), 60).toISOString().slice(0, 7)),
    });
    expect(await fixture.db.select().from(domains).where(eq(domains.name, free))).toEqual([]);
  });

  it("needs the right to buy, and people who are limited to domains do not have it", async () => {
    const { workspace, input } = await setUp();
    for (const role of ["billing", "read_only"] as const) {
      const ctx: MoveCtx = { ...workspace.ctx(role), registrars: fixture.registrars };
      expect(await problemOf(move(ctx, input(newName())))).toMatchObject({ code: "forbidden" });
    }
  });

  it("is asked for once, however many ask at once", async () => {
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

  it("fails with what the registry says no to, and leaves no domain", async () => {
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

  it("changes nothing where the registry is away", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const absent = fixture.absentRegistrar();
    expect(await problemOf(move({ ...ctx, registrars: registrarsOf(absent) }, input(name)))).toMatchObject({
      code: "registry_unavailable",
    });
    await absent.close();
    expect(await fixture.db.select().from(domains).where(eq(domains.name, name))).toEqual([]);
  });

  it.each(["com", "de"])("loses nothing when the answer to a request for a .%s is lost", async (tld) => {
    const { workspace, ctx, input } = await setUp();
    const name = await atRival(newName(tld));
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:transfer" });
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
    expect(await eventsOf(workspace.id)).toEqual([["domain.transferred", "in"]]);
  });

  it("fails a request that never reached the registry, once nobody can be sending it any more", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    await fixture.registry.causeTrouble({ kind: "drop_before", command: "domain:transfer" });
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

  it("waits on where the registry has taken the request and carries it out later", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName("de"));
    await fixture.registry.causeTrouble({ kind: "pending", command: "domain:transfer" });
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

  it("leaves the auth code nowhere in the database", async () => {
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

describe("cancelDomainOperation", () => {
  it("withdraws a transfer in that waits", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const { id } = await move(ctx, input(name));
    expect(await cancelDomainOperation(ctx, id)).toMatchObject({
      state: "failed",
      reason: { code: "transfer_cancelled" },
    });
    expect(await fixture.rival.readTransfer(name)).toMatchObject({ state: "cancelled" });
    expect((await rowOf(name)).status).toBe("deleted");
    expect(await problemOf(cancelDomainOperation(ctx, id))).toMatchObject({ code: "operation_finished" });
  });

  it("does so where the answer is lost", async () => {
    const { ctx, input } = await setUp();
    const { id } = await move(ctx, input(await atRival(newName())));
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:transfer" });
    expect(await cancelDomainOperation(ctx, id)).toMatchObject({ reason: { code: "transfer_cancelled" } });
  });

  it("comes too late where the other side has agreed already, and says so", async () => {
    const { ctx, input } = await setUp();
    const name = await atRival(newName());
    const { id } = await move(ctx, input(name));
    await fixture.rival.answerTransfer(name, "approve");
    expect(await problemOf(cancelDomainOperation(ctx, id))).toMatchObject({ code: "operation_finished" });
    expect((await getDomain(ctx, name)).status).toBe("active");
  });

  it("changes nothing where the registry is away, or the operation is another's", async () => {
    const { ctx, input } = await setUp();
    const { id } = await move(ctx, input(await atRival(newName())));
    const absent = fixture.absentRegistrar();
    expect(
      await problemOf(cancelDomainOperation({ ...ctx, registrars: registrarsOf(absent) }, id)),
    ).toMatchObject({ code: "registry_unavailable" });
    await absent.close();
    const { ctx: other } = await setUp();
    for (const verb of [cancelDomainOperation, approveTransferOut, rejectTransferOut]) {
      const missing = await problemOf(verb(other, publicId("dop", newId())));
      expect(missing.code).toBe("not_found");
      expect(await problemOf(verb(other, id))).toEqual(missing);
    }
    expect(await problemOf(approveTransferOut(ctx, id))).toMatchObject({ code: "wrong_operation" });
    expect(await getDomainOperation(ctx, id)).toMatchObject({ state: "pending" });
  });
});

describe("a transfer out", () => {
  it("is an operation that asks for an answer, until a day that is told", async () => {
    const { ctx, name, operation } = await askedFor();
    expect(operation).toMatchObject({
      kind: "transfer_out",
      state: "action_required",
      reason: { code: "approve_or_reject" },
    });
    const waitsMs = Date.parse(operation.waitsUntil ?? "") - Date.now();
    expect(Math.round(waitsMs / 86_400_000)).toBe(5);
    expect((await getDomain(ctx, name)).status).toBe("pending_transfer");
  });

  it("moves the domain at once when it is approved", async () => {
    const { workspace, ctx, name, operation } = await askedFor();
    expect(await approveTransferOut(ctx, operation.id)).toMatchObject({ state: "succeeded" });
    expect(await fixture.registrar.readDomain(name)).toEqual({ kind: "elsewhere" });
    expect(await eventsOf(workspace.id)).toEqual([["domain.transferred", "out"]]);
    expect((await historyOf(name)).at(-1)).toBe("user: Transferred out to another registrar");
    expect(await problemOf(getDomain(ctx, name))).toMatchObject({ code: "not_found" });
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await eventsOf(workspace.id)).toHaveLength(1);
  });

  it("leaves the domain where it is when it is rejected", async () => {
    const { workspace, ctx, name, operation } = await askedFor();
    expect(await rejectTransferOut(ctx, operation.id)).toMatchObject({
      state: "failed",
      reason: { code: "transfer_rejected" },
    });
    expect((await getDomain(ctx, name)).status).toBe("active");
    expect(await fixture.rival.readTransfer(name)).toMatchObject({ state: "rejected" });
    expect(await eventsOf(workspace.id)).toEqual([]);
    expect((await historyOf(name)).at(-1)).toBe("user: The transfer was rejected. The domain stays here.");
  });

  it("is answered once: whoever comes second is told that it has ended", async () => {
    const { workspace, ctx, operation } = await askedFor();
    const answers = await Promise.allSettled([
      approveTransferOut(ctx, operation.id),
      approveTransferOut(ctx, operation.id),
    ]);
    expect(answers.some(({ status }) => status === "fulfilled")).toBe(true);
    for (const answer of answers) {
      if (answer.status === "rejected") {
        expect((answer.reason as AppError).code).toBe("operation_finished");
      }
    }
    expect(await eventsOf(workspace.id)).toEqual([["domain.transferred", "out"]]);
    expect(await problemOf(rejectTransferOut(ctx, operation.id))).toMatchObject({
      code: "operation_finished",
    });
  });

  it("is told apart from one that the other side withdrew a moment before", async () => {
    const { ctx, name, operation } = await askedFor();
    await fixture.rival.answerTransfer(name, "cancel");
    expect(await problemOf(approveTransferOut(ctx, operation.id))).toMatchObject({
      code: "operation_finished",
    });
    expect((await getDomain(ctx, name)).status).toBe("active");
    expect(
      await fixture.db.select().from(domainIntents).where(isNull(domainIntents.settledAt)),
    ).not.toContainEqual(expect.objectContaining({ kind: "approve_transfer" }));
  });

  it.each(["approve", "reject"] as const)("loses nothing when the answer to %s is lost", async (verb) => {
    const { ctx, operation } = await askedFor();
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:transfer" });
    const answer = verb === "approve" ? approveTransferOut : rejectTransferOut;
    expect(await answer(ctx, operation.id)).toMatchObject({
      state: verb === "approve" ? "succeeded" : "failed",
    });
  });

  it("changes nothing where the registry is away", async () => {
    const { ctx, operation } = await askedFor();
    const absent = fixture.absentRegistrar();
    const away = { ...ctx, registrars: registrarsOf(absent) };
    expect(await problemOf(approveTransferOut(away, operation.id))).toMatchObject({
      code: "registry_unavailable",
    });
    expect(await problemOf(rejectTransferOut(away, operation.id))).toMatchObject({
      code: "registry_unavailable",
    });
    await absent.close();
    expect(await getDomainOperation(ctx, operation.id)).toMatchObject({ state: "action_required" });
  });

  it("is approved by whoever may let domains go, confirmed a moment ago", async () => {
    const { workspace, ctx, operation } = await askedFor();
    const member: MoveCtx = { ...workspace.ctx("member"), registrars: fixture.registrars };
    expect(await problemOf(approveTransferOut(member, operation.id))).toMatchObject({ code: "forbidden" });
    const stale = {
      ...ctx,
      actor: { ...ctx.actor, confirmedAt: new Date(Date.now() - 3_600_000) },
    } as MoveCtx;
    expect(await problemOf(approveTransferOut(stale, operation.id))).toMatchObject({
      code: "step_up_required",
    });
    expect(await rejectTransferOut(member, operation.id)).toMatchObject({ state: "failed" });
  });

  it("is written to the owners while there is something to decide", async () => {
    const { workspace, ctx, name } = await askedFor();
    const email = `owner-${newId()}@people.test`;
    const userId = newId();
    const now = new Date();
    await fixture.db
      .insert(users)
      .values({ id: userId, email, name: "Owner", createdAt: now, updatedAt: now });
    await fixture.db
      .insert(members)
      .values({ id: newId(), workspaceId: workspace.id, userId, role: "owner", createdAt: now });
    const [operation] = await fixture.db
      .select()
      .from(domainOperations)
      .where(and(eq(domainOperations.domainName, name), eq(domainOperations.kind, "transfer_out")));
    const jobs = await fixture.db.$client`
      select 1 from graphile_worker.jobs where key = ${`transfer-out:${operation?.id ?? ""}`}`;
    expect(jobs).toHaveLength(1);
    const deps = {
      db: fixture.db,
      clock: fixture.clock,
      secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]),
      panelUrl: "http://localhost:3000",
    };
    await notifyTransferOut(deps, { operationId: operation?.id ?? "" });
    const mails = () => fixture.db.select().from(outgoingEmails).where(eq(outgoingEmails.toAddress, email));
    expect(await mails()).toMatchObject([
      { kind: "transfer_out_requested", subject: `Transfer of ${name} to another registrar requested` },
    ]);
    await rejectTransferOut(ctx, publicId("dop", operation?.id ?? ""));
    await notifyTransferOut(deps, { operationId: operation?.id ?? "" });
    expect(await mails()).toHaveLength(1);
  });
});

describe("createAuthCode", () => {
  it("sets a code that opens the domain to another registrar, tells it once, and replaces it when its time is over", async () => {
    const { workspace, ctx } = await setUp();
    const name = await fixture.addDomain(workspace.id, { name: newName() });
    const { authCode: code, expiresAt } = await createAuthCode(ctx, name);
    expect(code).toMatch(/^[\x21-\x7e]{20}$/);
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
    expect((await getDomain(ctx, name)).authCodeExpiresAt).toBe(expiresAt);
    for (const table of [domains, domainHistory, auditEntries]) {
      expect(JSON.stringify(await fixture.db.select().from(table))).not.toContain(code);
    }

    const row = await rowOf(name);
    await replaceAuthCode(fixture.systemCtx, row);
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
    await fixture.db
      .update(domains)
      .set({ authCodeExpiresAt: new Date(Date.now() - 1000) })
      .where(eq(domains.id, row.id));
    await replaceAuthCode(fixture.systemCtx, row);
    await expect(fixture.rival.readForeignDomain(name, code)).rejects.toMatchObject({
      reason: "wrong_auth_code",
    });
    expect((await rowOf(name)).authCodeExpiresAt).toBeNull();
    expect(await historyOf(name)).toEqual(["user: Auth code created for a transfer to another registrar"]);
  });

  it("is refused while the domain is locked, for people who may not, and unconfirmed ones", async () => {
    const { workspace, ctx } = await setUp();
    const name = await fixture.addDomain(workspace.id, { name: newName() });
    const member: MoveCtx = { ...workspace.ctx("member"), registrars: fixture.registrars };
    expect(await problemOf(createAuthCode(member, name))).toMatchObject({ code: "forbidden" });
    const actor = { ...ctx.actor, confirmedAt: new Date(Date.now() - 3_600_000) };
    expect(await problemOf(createAuthCode({ ...ctx, actor } as MoveCtx, name))).toMatchObject({
      code: "step_up_required",
    });
    await fixture.registrar.changeLock(name, true);
    await reconcileDomain(fixture.systemCtx, (await rowOf(name)).id);
    expect(await problemOf(createAuthCode(ctx, name))).toMatchObject({ code: "domain_locked" });
    const { ctx: other } = await setUp();
    expect(await problemOf(createAuthCode(other, name))).toMatchObject({ code: "not_found" });
  });

  it("sets the same code again where the answer was lost, and changes nothing where the registry is away", async () => {
    const { workspace, ctx } = await setUp();
    const name = await fixture.addDomain(workspace.id, { name: newName() });
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:update" });
    const { authCode: code } = await createAuthCode(ctx, name);
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
    const absent = fixture.absentRegistrar();
    expect(await problemOf(createAuthCode({ ...ctx, registrars: registrarsOf(absent) }, name))).toMatchObject(
      { code: "registry_unavailable" },
    );
    await absent.close();
    expect(await fixture.rival.readForeignDomain(name, code)).not.toBeNull();
  });
});

describe("auth codes over REST", () => {
  it("are shown once: a repeat under the same Idempotency-Key answers without them, and no table keeps them", async () => {
    await using api = await startApi();
    const { owner, addDomain } = await api.createWorkspace();
    const name = await addDomain();
    const call = () =>
      api.call({
        method: "POST",
        path: `/domains/${name}/auth-code`,
        cookie: owner.cookie,
        headers: { "idempotency-key": "a-code" },
      });
    const first = await call();
    expect(first.status).toBe(201);
    expect(first.json).toEqual({ authCode: expect.any(String), expiresAt: expect.any(String) });
    const again = await call();
    expect([again.status, again.json]).toEqual([201, { expiresAt: first.json.expiresAt }]);
    const transfer = {
      name: newName(),
      authCode: "a-code-that-is-kept-nowhere",
      contacts: { registrantId: publicId("con", newId()) },
    };
    const asked = await api.call({
      method: "POST",
      path: "/domains/transfers",
      cookie: owner.cookie,
      headers: { "idempotency-key": "a-transfer" },
      body: transfer,
    });
    expect(asked.status).toBe(422);
    const kept = JSON.stringify(await api.db.select().from(idempotencyKeys));
    expect(kept).not.toContain(first.json.authCode);
    expect(kept).not.toContain(transfer.authCode);
  });
});
