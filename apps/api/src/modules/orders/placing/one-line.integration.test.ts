import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  comYear,
  newName,
  starterYear,
  startOrders,
  testCards,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { newId, rowId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true, seedRegistry: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const total = totalOf(comYear);
/** A domain of the other registrar, with the auth code of the sandbox. */
const authCode = "Moving-In-2026";
async function atOtherRegistrar(tld = "com"): Promise<string> {
  const name = newName().replace(/[^.]+$/, tld);
  await started.api.sql`
    insert into registry.domains (name, sponsor, created_by, created_at, expires_at, auth_info_hash)
    select ${name}, sponsor, created_by, created_at, expires_at, auth_info_hash
    from registry.domains where name = 'moving-in.net'`;
  return name;
}

describe("a route that sells one operation", () => {
  it("charges the default card and returns the operation, with its order", async () => {
    const { post, contacts, charges, orders, refunds } = await started.newPayer();
    const name = newName();
    const { status, json } = await post("/domains", { name, contacts });
    expect([status, json]).toMatchObject([
      201,
      { kind: "registration", state: "succeeded", domainName: name, priceCents: comYear.priceCents },
    ]);
    expect(await charges()).toEqual([{ kind: "card", state: "succeeded" }]);
    expect(await refunds()).toEqual([]);
    expect(await orders()).toMatchObject([
      { id: json.orderId, state: "completed", totalCents: total, lines: [{ operationId: json.id }] },
    ]);
  });

  it("renews, restores, transfers and activates mail", async () => {
    const { post, contacts, expiryOf, orders } = await started.newPayer();
    const name = newName();
    await post("/domains", { name, contacts });
    const renewed = await post(`/domains/${name}/renew`, { currentExpiresAt: await expiryOf(name) });
    const mail = await post("/me/mail/activate", { domainName: name, planSlug: "starter" });
    expect(mail.json).toMatchObject({ status: "active", dkim: { selector: "zp1" } });
    await started.api.sql`
      update registry.domains set graces = '[]', created_at = created_at - interval '40 days' where name = ${name}`;
    await post(`/domains/${name}/delete`, { confirmName: name });
    const restored = await post(`/domains/${name}/restore`, {});
    expect(restored.json).toMatchObject({ kind: "restore", state: "succeeded" });
    const moved = await post("/domains/transfers", {
      name: "moving-in.de",
      authCode: "Moving-In-2026",
      contacts,
    });
    expect(moved.json).toMatchObject({ kind: "transfer_in", state: "succeeded" });
    const placed = (await orders()).map(({ id, state, lines: [line] }) => [id, state, line?.kind]);
    expect(placed).toEqual([
      [moved.json.orderId, "completed", "transfer_in"],
      [restored.json.orderId, "completed", "restore"],
      [mail.json.orderId, "completed", "mail_plan"],
      [renewed.json.orderId, "completed", "renewal"],
      [expect.any(String), "completed", "registration"],
    ]);
    expect((await orders())[2]).toMatchObject({ totalCents: totalOf(starterYear) });
  });

  it("changes the plan of mail, which needs mail, a card, and a request of its own", async () => {
    const { workspace, patch, post, orders } = await started.newPayer();
    const name = await workspace.addDomain();
    const path = `/me/mail/${name}`;
    expect((await patch(path, { planSlug: "pro" })).status).toBe(404);
    expect(await orders()).toEqual([]);
    await post("/me/mail/activate", { domainName: name, planSlug: "starter" });
    const changed = await patch(path, { planSlug: "pro" });
    expect([changed.status, changed.json]).toMatchObject([200, { planSlug: "pro", maxAccounts: 25 }]);
    expect((await orders()).map(({ id }) => id)).toContain(changed.json.orderId);
    expect((await patch(path, { planSlug: "pro" })).json).toMatchObject({
      status: 409,
      code: "plan_unchanged",
    });
    const mixed = await patch(path, { planSlug: "business", suspended: true });
    expect(mixed.json).toMatchObject({ status: 422, errors: [{ pointer: "/planSlug" }] });
    expect((await patch(path, {})).status).toBe(422);
    expect((await patch(path, { suspended: true })).json).toMatchObject({
      status: "suspended",
      planSlug: "pro",
    });

    const other = await started.newCustomer();
    const unpaid = await other.workspace.addDomain();
    await started.api
      .sql`update mail_domains set workspace_id = ${other.workspace.id}, domain_name = ${unpaid},
      domain_id = (select id from domains where name = ${unpaid}) where domain_name = ${name}`;
    const refused = await other.patch(`/me/mail/${unpaid}`, { planSlug: "business" });
    expect(refused.json).toMatchObject({ status: 402, code: "payment_method_required" });
  });

  it("waits with a payment page if there is no card, and a repeat continues the order", async () => {
    const { post, contacts, saveCard, orders } = await started.newCustomer();
    const body = { name: newName(), contacts };
    const key = { "idempotency-key": newId() };
    const refused = await post("/domains", body, key);
    expect(refused.json).toMatchObject({
      status: 402,
      code: "payment_method_required",
      orderId: expect.stringMatching(/^ord_/),
      paymentId: expect.stringMatching(/^pay_/),
      paymentUrl: expect.stringMatching(/^http/),
    });
    await saveCard();
    const paid = await post("/domains", body, key);
    expect([paid.status, paid.json]).toMatchObject([
      201,
      { state: "succeeded", orderId: refused.json.orderId },
    ]);
    expect(await orders()).toHaveLength(1);
  });

  it.each([
    ["card_declined", testCards.failsLater],
    ["authentication_required", testCards.asksOnSession],
  ])("refuses with %s, also over tRPC", async (code, number) => {
    const { post, contacts } = await started.newPayer(number);
    const unpaid = {
      status: 402,
      code,
      orderId: expect.any(String),
      paymentUrl: expect.stringMatching(/^http/),
    };
    expect((await post("/domains", { name: newName(), contacts })).json).toMatchObject(unpaid);
    const overTrpc = await post("/trpc/orders.registerDomain", { name: newName(), contacts });
    expect(overTrpc.status).toBe(402);
    expect(overTrpc.json.error.data.problem).toMatchObject(unpaid);
  });

  it("refuses what the registry refuses, and pays it back", async () => {
    const { post, contacts, refunds, readOrder } = await started.newPayer();
    const { json } = await post("/domains", { name: `refused-${newName()}`, contacts });
    expect(json).toMatchObject({ status: 409, code: "registry_refused", orderId: expect.any(String) });
    expect(json.detail).toMatch(/refunded/);
    expect(await refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    expect(await readOrder(json.orderId)).toMatchObject({ state: "failed" });
  });

  it("pays back a transfer that is canceled", async () => {
    const { post, contacts, refunds, readOrder } = await started.newPayer();
    const { json } = await post("/domains/transfers", {
      name: "moving-in.com",
      authCode: "Moving-In-2026",
      contacts,
    });
    expect(json.state).toBe("pending");
    expect((await readOrder(json.orderId)).state).toBe("processing");
    await post(`/domain-operations/${json.id}/cancel`, {});
    await started.runSweep("order lines");
    expect(await refunds()).toMatchObject([{ state: "succeeded", reason: "line_failed" }]);
    expect(await readOrder(json.orderId)).toMatchObject({
      state: "failed",
      lines: [{ state: "refunded", failure: { code: "transfer_cancelled" } }],
    });
  });

  it("returns the order while a registry that isn't responding is tried again", async () => {
    const { post, contacts, refunds, readOrder, makeDue } = await started.newPayer();
    await started.api.registry.injectFault({ kind: "answer", command: "domain:create", code: 2400 });
    const { status, json } = await post("/domains", { name: newName(), contacts });
    expect([status, json]).toMatchObject([201, { state: "processing", lines: [{ state: "running" }] }]);
    expect(json.id).toMatch(/^ord_/);
    await makeDue();
    await started.runSweep("order lines");
    expect((await readOrder(json.id)).state).toBe("completed");
    expect(await refunds()).toEqual([]);
  });

  it("pays back a registration that is deleted in its add grace period", async () => {
    const { post, contacts, refunds } = await started.newPayer();
    const name = newName();
    await post("/domains", { name, contacts });
    expect((await post(`/domains/${name}/delete`, { confirmName: name })).json.state).toBe("succeeded");
    expect(await refunds()).toMatchObject([{ reason: "domain_deleted", amountCents: total }]);
  });

  it("tells a repeat that its order was cancelled, and promises no refund", async () => {
    const { post, contacts } = await started.newCustomer();
    const body = { name: newName(), contacts };
    const key = { "idempotency-key": newId() };
    const { orderId } = (await post("/domains", body, key)).json;
    await started.api.sql`update orders set cancels_at = 'epoch' where id = ${rowId("ord", orderId) ?? ""}`;
    await started.runSweep("unpaid orders");
    expect((await post("/domains", body, key)).json).toMatchObject({
      status: 409,
      code: "order_cancelled",
      detail: "The order wasn't paid in time.",
      orderId,
    });
  });

  it("charges nothing for a dry run or a refusal", async () => {
    const { post, contacts, charges, orders } = await started.newPayer();
    const dry = await post("/domains", { name: newName(), contacts, dryRun: true });
    expect([dry.status, dry.json.wouldSucceed]).toEqual([200, true]);
    const taken = await post("/domains", { name: `taken-${newName()}`, contacts });
    expect([taken.status, taken.json.code, taken.json.errors]).toEqual([
      409,
      "domain_unavailable",
      undefined,
    ]);
    const years = await post("/domains", { name: newName(), contacts, years: 11 });
    expect(years.json).toMatchObject({ status: 422, errors: [{ pointer: "/years" }] });
    expect([await charges(), await orders()]).toEqual([[], []]);
  });
});

describe("a line that restores a domain", () => {
  const feeOf = async (name: string) =>
    (
      await started.api.sql`select price_cents::int as cents from order_lines where domain_name = ${name}`
    ).map(({ cents }) => cents);

  it("restores it, and is refunded if the registry refuses", async () => {
    const { order, workspace, refunds, readOrder } = await started.newPayer();
    const [kept, refused] = [
      await workspace.addDomain({ status: "redemption" }),
      await workspace.addDomain({ status: "redemption" }),
    ];
    await started.api.sql`
      update registry.domains set phase = 'redemption', redemption_ends_at = now() + interval '30 days',
        phase_ends_at = now() + interval '30 days' where name in (${kept}, ${refused})`;
    const restored = await order([{ kind: "restore", name: kept }]);
    expect(restored.json).toMatchObject({ state: "completed", lines: [{ years: 1, failure: null }] });
    expect(await refunds()).toEqual([]);
    await started.api.registry.injectFault({ kind: "answer", command: "domain:restore", code: 2304 });
    const { json } = await order([{ kind: "restore", name: refused }]);
    expect(await readOrder(json.id)).toMatchObject({
      state: "failed",
      lines: [{ state: "refunded", failure: { code: expect.any(String) } }],
    });
    expect(await feeOf(refused)).toEqual(await feeOf(kept));
    expect(await refunds()).toMatchObject([{ state: "succeeded", reason: "line_failed" }]);
  });

  it("can't be ordered for another workspace's domain, or an active one", async () => {
    const { order, workspace, orders, charges } = await started.newPayer();
    const stranger = await (await started.api.createWorkspace()).addDomain({ status: "redemption" });
    const active = await workspace.addDomain();
    const refusals = [stranger, active].map(async (name) => {
      const { status, json } = await order([{ kind: "restore", name }]);
      return [status, json.code, json.errors[0].pointer];
    });
    expect(await Promise.all(refusals)).toEqual([
      [422, "not_found", "/lines/0/name"],
      [409, "wrong_status", "/lines/0"],
    ]);
    expect([await orders(), await charges()]).toEqual([[], []]);
  });
});

describe("a line that transfers a domain in", () => {
  const transfer = (name: string, contacts: object) => ({ kind: "transfer_in", name, authCode, contacts });

  it("completes once the other registrar has approved, and forgets the auth code", async () => {
    const { order, contacts, readOrder, refunds } = await started.newPayer();
    const name = await atOtherRegistrar();
    const placed = await order([transfer(name, contacts)]);
    expect([placed.status, placed.json]).toMatchObject([
      201,
      { state: "processing", lines: [{ state: "running" }] },
    ]);
    const storedCode = () => started.api.sql`
      select secret_encrypted is not null as "isKept" from order_lines where domain_name = ${name}`;
    expect(await storedCode()).toEqual([{ isKept: true }]);
    await started.api.registry.otherRegistrarEndsTransfer(name, "approve");
    await started.runSweep("registry sync");
    await started.runSweep("order lines");
    expect((await readOrder(placed.json.id)).state).toBe("completed");
    expect(await storedCode()).toEqual([{ isKept: false }]);
    expect(await refunds()).toEqual([]);
  });

  it("is refunded if the other registrar rejects it, or the customer cancels it", async () => {
    const { order, post, contacts, readOrder, refunds } = await started.newPayer();
    const [rejected, cancelled] = [await atOtherRegistrar(), await atOtherRegistrar()];
    const orders = [
      (await order([transfer(rejected, contacts)])).json,
      (await order([transfer(cancelled, contacts)])).json,
    ];
    await started.api.registry.otherRegistrarEndsTransfer(rejected, "reject");
    await post(`/domain-operations/${orders[1].lines[0].operationId}/cancel`, {});
    await started.runSweep("registry sync");
    await started.runSweep("order lines");
    const ended = await Promise.all(orders.map(({ id }) => readOrder(id)));
    expect(ended.map(({ state, lines: [line] }) => [state, line?.state, line?.failure?.code])).toEqual([
      ["failed", "refunded", "transfer_rejected"],
      ["failed", "refunded", "transfer_cancelled"],
    ]);
    expect(await refunds()).toMatchObject([{ state: "succeeded" }, { state: "succeeded" }]);
  });

  it("can't be ordered with a wrong code, nor for a domain of this or another workspace", async () => {
    const { order, contacts, workspace, orders } = await started.newPayer();
    const own = await workspace.addDomain();
    const stranger = await (await started.api.createWorkspace()).addDomain();
    const foreign = await atOtherRegistrar();
    const codeOf = async (line: object) => {
      const { status, json } = await order([line]);
      return [status, json.code];
    };
    expect(await codeOf({ ...transfer(foreign, contacts), authCode: "Not-The-Code-1" })).toEqual([
      422,
      "wrong_auth_code",
    ]);
    expect(await codeOf(transfer(own, contacts))).toEqual([409, "already_yours"]);
    expect(await codeOf(transfer(stranger, contacts))).toEqual([422, "wrong_auth_code"]);
    expect(await orders()).toEqual([]);
  });
});
