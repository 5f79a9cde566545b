import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../test/support/api-key.ts";
import { decideAtBank, enterCard } from "../../../test/support/card-processor.ts";
import { until } from "../../../test/support/until.ts";
import { newId, rowId } from "../../kernel/ids.ts";
import { type Customer, comYear, newName, starterYear, startOrders, testCards } from "./orders-fixture.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const isHeld = async (name: string) =>
  (await started.api.sql`select name from registry.domains where name = ${name}`).length > 0;
const newPayer = async (number?: string): Promise<Customer> => {
  const customer = await started.newCustomer();
  await customer.saveCard(number);
  return customer;
};
const total = comYear.priceCents + comYear.taxCents;

describe("an order with one line", () => {
  it("is charged and carried out within the request", async () => {
    const { order, registration, charges, readOrder, orders } = await newPayer();
    const name = newName();
    const placed = await order([registration(name)], { expectedTotalCents: total });
    expect([placed.status, placed.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^ord_/),
        state: "completed",
        lines: [
          {
            id: expect.stringMatching(/^orl_/),
            kind: "registration",
            domainName: name,
            years: 1,
            planSlug: null,
            state: "completed",
            ...comYear,
            refundedCents: 0,
            failure: null,
            operationId: expect.stringMatching(/^dop_/),
          },
        ],
        totalCents: total,
        taxCents: comYear.taxCents,
        taxPercent: 19,
        currency: "EUR",
        paymentId: expect.stringMatching(/^pay_/),
        requestedBy: { kind: "user", name: expect.any(String) },
        cancelsAt: null,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    ]);
    expect(await isHeld(name)).toBe(true);
    expect(await charges()).toEqual([{ kind: "card", state: "succeeded" }]);
    expect(await readOrder(placed.json.id)).toEqual(placed.json);
    expect(await orders()).toEqual([placed.json]);
  });

  it("has a receipt with its tax rate and the billing profile, once it is paid", async () => {
    const { order, registration, workspace, saveCard } = await newPayer(testCards.failsLater);
    const { cookie } = workspace.owner;
    const billing = { company: "Example GmbH", address: "Berlin", countryCode: "DE", vatId: null };
    await started.api.call({ method: "PUT", path: "/workspace/billing", cookie, body: billing });
    const receipts = () => started.api.sql`
      select number::int as number, billing, tax_percent as "taxPercent", order_id as "orderId" from receipts
      where workspace_id = ${workspace.id}`;
    const lines = [registration(newName())];
    expect((await order(lines)).status).toBe(402);
    expect(await receipts()).toEqual([]);
    const paymentMethodId = await saveCard();
    const { json } = await order(lines, { paymentMethodId });
    const number = expect.any(Number);
    const orderId = rowId("ord", json.id);
    expect(await receipts()).toEqual([{ number, billing, taxPercent: "19", orderId }]);
  });

  it("activates mail, and completes in the same transaction", async () => {
    const { order, workspace } = await newPayer();
    const domainName = await workspace.addDomain();
    const placed = await order([{ kind: "mail_plan", domainName, planSlug: "starter" }]);
    expect(placed.json).toMatchObject({
      state: "completed",
      lines: [{ state: "completed", planSlug: "starter", ...starterYear, operationId: null }],
    });
  });

  it("renews, restores and transfers", async () => {
    const { order, workspace, expiryOf } = await newPayer();
    const name = await workspace.addDomain();
    const currentExpiresAt = await expiryOf(name);
    const renewed = await order([{ kind: "renewal", name, currentExpiresAt }]);
    expect(renewed.json.state).toBe("completed");
    const again = await order([{ kind: "renewal", name, currentExpiresAt }]);
    expect([again.status, again.json.code, again.json.errors]).toEqual([
      409,
      "expiry_changed",
      [{ pointer: "/lines/0", message: expect.any(String) }],
    ]);
  });

  it("refuses a total that has changed, and charges nothing", async () => {
    const { order, registration, orders } = await newPayer();
    const refused = await order([registration(newName())], { expectedTotalCents: total + 1 });
    expect(refused.json).toMatchObject({
      status: 409,
      code: "price_changed",
      totalCents: total,
      currency: "EUR",
    });
    expect(await orders()).toEqual([]);
  });
});

describe("an order that can't be charged", () => {
  it("waits with a payment page if there is no card, and is charged by a repeat once there is one", async () => {
    const customer = await started.newCustomer();
    const { order, registration, saveCard, orders, readOrder } = customer;
    const name = newName();
    const key = { "idempotency-key": newId() };
    const refused = await order([registration(name)], {}, key);
    expect(refused.json).toMatchObject({
      status: 402,
      code: "payment_method_required",
      orderId: expect.stringMatching(/^ord_/),
      paymentId: expect.stringMatching(/^pay_/),
      paymentUrl: expect.stringMatching(/^http/),
    });
    expect(await readOrder(refused.json.orderId)).toMatchObject({
      state: "awaiting_payment",
      cancelsAt: expect.any(String),
    });
    expect(await isHeld(name)).toBe(false);
    await saveCard();
    const paid = await order([registration(name)], {}, key);
    expect([paid.status, paid.json.id, paid.json.state]).toEqual([201, refused.json.orderId, "completed"]);
    expect(await orders()).toHaveLength(1);
  });

  it("is declined with the bank's words, and paid by a repeat with another card", async () => {
    const { order, registration, saveCard, orders, charges } = await newPayer(testCards.failsLater);
    const name = newName();
    const key = { "idempotency-key": newId() };
    const declined = await order([registration(name)], {}, key);
    expect(declined.json).toMatchObject({ status: 402, code: "card_declined", orderId: expect.any(String) });
    expect(declined.json.detail).toMatch(/card/i);
    const paymentMethodId = await saveCard();
    const paid = await order([registration(name)], { paymentMethodId }, key);
    expect([paid.status, paid.json.id, paid.json.state]).toEqual([201, declined.json.orderId, "completed"]);
    expect(await orders()).toHaveLength(1);
    expect((await charges()).filter(({ state }) => state === "succeeded")).toHaveLength(1);
    const other = await order([registration(newName())], {}, key);
    expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"]);
  });

  it("asks for the bank's confirmation of a person", async () => {
    const { order, registration, readOrder } = await newPayer(testCards.asksOnSession);
    const asked = await order([registration(newName())]);
    expect(asked.json).toMatchObject({
      status: 402,
      code: "authentication_required",
      paymentUrl: expect.stringMatching(/^http/),
    });
    expect((await readOrder(asked.json.orderId)).state).toBe("awaiting_payment");
  });

  it("continues when the processor's webhook reports the person's confirmation", async () => {
    const { order, registration, readStored } = await newPayer(testCards.asksOnSession);
    const asked = await order([registration(newName())]);
    await decideAtBank(asked.json.paymentUrl, "approve");
    await until("the order runs", async () => (await readStored(asked.json.orderId)).state === "processing");
    await started.runSweep("order lines");
    expect((await readStored(asked.json.orderId)).state).toBe("completed");
  });

  it("asks for the bank's confirmation of a key's order on a page", async () => {
    const { workspace, contacts, readStored } = await newPayer(testCards.asksAlways);
    const { headers } = await newApiKey(started.api, workspace);
    const lines = [{ kind: "registration", name: newName(), contacts }];
    const asked = await started.api.call({ method: "POST", path: "/orders", body: { lines }, headers });
    expect(asked.json).toMatchObject({ status: 402, code: "authentication_required" });
    await enterCard(asked.json.paymentUrl);
    await until("the order runs", async () => (await readStored(asked.json.orderId)).state === "processing");
  });

  it("returns the processor's page on request", async () => {
    const { order, registration, charges } = await newPayer();
    const hosted = await order([registration(newName())], { hosted: true });
    expect([hosted.status, hosted.json]).toMatchObject([
      201,
      { state: "awaiting_payment", paymentUrl: expect.stringMatching(/^http/) },
    ]);
    expect(await charges()).toMatchObject([{ kind: "page", state: "awaiting_customer" }]);
    const elsewhere = await order([registration(newName())], {
      hosted: true,
      returnUrl: "https://evil.example/payments",
    });
    expect(elsewhere.json).toMatchObject({ status: 422, errors: [{ pointer: "/returnUrl" }] });
  });
});

describe("an idempotency key", () => {
  it("finds its order after its kept response is gone, without another charge", async () => {
    const { order, registration, charges, orders } = await newPayer();
    const name = newName();
    const key = { "idempotency-key": newId() };
    const placed = await order([registration(name)], {}, key);
    await started.api.sql`delete from idempotency_keys where key = ${key["idempotency-key"]}`;
    const again = await order([registration(name)], {}, key);
    expect([again.status, again.json]).toEqual([201, placed.json]);
    expect(await charges()).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
  });
});

describe("a line that the registry refuses", () => {
  it("fails with the reason and is refunded", async () => {
    const { order, registration, refunds, readOrder } = await newPayer();
    const placed = await order([registration(`refused-${newName()}`)]);
    expect([placed.status, placed.json]).toMatchObject([
      201,
      { state: "failed", lines: [{ failure: { code: expect.any(String), message: expect.any(String) } }] },
    ]);
    expect(await refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    expect(await readOrder(placed.json.id)).toMatchObject({
      state: "failed",
      lines: [{ state: "refunded", refundedCents: total }],
    });
  });

  it("doesn't stop the other lines of its order", async () => {
    await started.api.startWorker();
    const { order, registration, refunds, readOrder, workspace } = await newPayer();
    const [bought, refused] = [newName(), `refused-${newName()}`];
    const held = await workspace.addDomain();
    const placed = await order([
      registration(bought),
      registration(refused),
      { kind: "mail_plan", domainName: bought, planSlug: "starter" },
      { kind: "mail_plan", domainName: held, planSlug: "pro" },
    ]);
    expect([placed.status, placed.json.errors]).toEqual([201, undefined]);
    const ended = await until("the order has ended, and the failed line is refunded", async () => {
      const present = await readOrder(placed.json.id);
      return present.finishedAt && present.lines.every(({ state }) => state !== "failed")
        ? present
        : undefined;
    });
    expect(ended.state).toBe("partly_completed");
    expect(ended.lines.map(({ state }) => state)).toEqual([
      "completed",
      "refunded",
      "completed",
      "completed",
    ]);
    expect(await refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
  });
});
