import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { comYear, newName, starterYear, startOrders, testCards } from "./orders-fixture.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true, seedRegistry: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const newPayer = async (number?: string) => {
  const customer = await started.newCustomer();
  await customer.saveCard(number);
  return customer;
};
const total = comYear.priceCents + comYear.taxCents;

describe("a route that sells one operation", () => {
  it("charges the default card and returns the operation, with its order", async () => {
    const { post, contacts, charges, orders, refunds } = await newPayer();
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
    const { post, contacts, expiryOf, orders } = await newPayer();
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
    expect((await orders())[2]).toMatchObject({ totalCents: starterYear.priceCents + starterYear.taxCents });
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
    const { post, contacts } = await newPayer(number);
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
    const { post, contacts, refunds, readOrder } = await newPayer();
    const { json } = await post("/domains", { name: `refused-${newName()}`, contacts });
    expect(json).toMatchObject({ status: 409, code: "registry_refused", orderId: expect.any(String) });
    expect(json.detail).toMatch(/refunded/);
    expect(await refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    expect(await readOrder(json.orderId)).toMatchObject({ state: "failed" });
  });

  it("pays back a transfer that is canceled", async () => {
    const { post, contacts, refunds, readOrder } = await newPayer();
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
    const { post, contacts, refunds, readOrder, makeDue } = await newPayer();
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
    const { post, contacts, refunds } = await newPayer();
    const name = newName();
    await post("/domains", { name, contacts });
    expect((await post(`/domains/${name}/delete`, { confirmName: name })).json.state).toBe("succeeded");
    expect(await refunds()).toMatchObject([{ reason: "domain_deleted", amountCents: total }]);
  });

  it("charges nothing for a dry run or a refusal", async () => {
    const { post, contacts, charges, orders } = await newPayer();
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
