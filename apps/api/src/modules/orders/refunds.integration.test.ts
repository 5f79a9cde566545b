import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, publicId, rowId } from "../../kernel/ids.ts";
import { type Customer, comYear, newName, starterYear, startOrders, totalOf } from "./orders-fixture.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
  customer = await started.newPayer();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const year = totalOf(comYear);
const plan = totalOf(starterYear);
const refund = (paymentId: string, body: object = {}) =>
  customer.post(`/payments/${paymentId}/refunds`, body);

/** A new domain, and mail for another one, in one order. */
async function bought() {
  const [name, held] = [newName(), await customer.workspace.addDomain()];
  const placed = await customer.order([
    customer.registration(name),
    { kind: "mail_plan", domainName: held, planSlug: "starter" },
  ]);
  await customer.makeDue();
  await started.runSweep("order lines");
  const order = await customer.readOrder(placed.json.id);
  expect(order.state).toBe("completed");
  const [registration, mail] = order.lines;
  return {
    name,
    id: order.id,
    paymentId: order.paymentId ?? "",
    registration: registration?.id ?? "",
    mail: mail?.id ?? "",
  };
}

describe("the refund of a payment", () => {
  it("shows what it undoes, deletes a new domain, and returns everything", async () => {
    const { name, id, paymentId, registration, mail } = await bought();
    const shown = await refund(paymentId, { dryRun: true });
    expect([shown.status, shown.json]).toEqual([
      200,
      {
        dryRun: true,
        amountCents: year + plan,
        currency: "EUR",
        lines: [
          { lineId: registration, domainName: name, amountCents: year, effect: "domain_deleted" },
          { lineId: mail, domainName: expect.any(String), amountCents: plan, effect: "money_only" },
        ],
        warnings: [{ code: "domain_deleted", message: expect.stringContaining(name) }],
      },
    ]);
    expect(await started.isHeld(name)).toBe(true);

    const made = await refund(paymentId);
    expect([made.status, made.json]).toMatchObject([
      201,
      [
        {
          state: "succeeded",
          reason: "domain_deleted",
          amountCents: year,
          lines: [{ lineId: registration }],
        },
        { state: "succeeded", reason: "requested", amountCents: plan, lines: [{ lineId: mail }] },
      ],
    ]);
    expect(await started.isHeld(name)).toBe(false);
    expect((await customer.readOrder(id)).lines.map(({ state }) => state)).toEqual(["refunded", "refunded"]);
    expect((await refund(paymentId)).json).toMatchObject({ status: 409, code: "nothing_to_refund" });
    // The registry charged a year, and has returned it.
    const costs = await started.api.sql`
      select amount_cents::int as cents, order_id as "orderId", currency from ledger_entries
      where account = 'registry_costs' and payment_id = ${rowId("pay", paymentId) ?? ""} order by id`;
    const shared = { orderId: rowId("ord", id), currency: "EUR" };
    expect(costs).toEqual([
      { cents: comYear.priceCents, ...shared },
      { cents: -comYear.priceCents, ...shared },
    ]);
  });

  it("returns one line or an amount, and never more than is left", async () => {
    const { id, paymentId, mail, name } = await bought();
    const twice = { lineIds: [mail, mail] };
    expect((await refund(paymentId, { ...twice, dryRun: true })).json).toMatchObject({ amountCents: plan });
    expect((await refund(paymentId, twice)).json).toMatchObject([
      { amountCents: plan, lines: [{ lineId: mail, amountCents: plan }] },
    ]);
    expect((await refund(paymentId, { lineIds: [mail] })).json).toMatchObject({
      status: 409,
      code: "nothing_to_refund",
    });
    expect((await refund(paymentId, { amountCents: 100 })).json).toMatchObject([
      { amountCents: 100, lines: [] },
    ]);
    expect((await refund(paymentId, { amountCents: year })).status).toBe(409);
    const { lines } = await customer.readOrder(id);
    expect(lines.map(({ state, refundedCents }) => [state, refundedCents])).toEqual([
      ["completed", 0],
      ["refunded", plan],
    ]);
    expect(await started.isHeld(name)).toBe(true);
  });

  it("returns what an earlier amount has left when it deletes a new domain", async () => {
    const { name, paymentId, registration } = await bought();
    await refund(paymentId, { amountCents: plan + 100 });
    expect((await refund(paymentId, { lineIds: [registration] })).json).toMatchObject([
      { reason: "domain_deleted", amountCents: year - 100, lines: [{ lineId: registration }] },
    ]);
    expect(await started.isHeld(name)).toBe(false);
  });

  it("doesn't delete a domain that another order has registered since", async () => {
    const { name, paymentId, registration } = await bought();
    expect((await refund(paymentId, { lineIds: [registration] })).status).toBe(201);
    // The bank returns the refund, and the name is bought again.
    await started.api.sql`
      update refunds set state = 'failed' where payment_id = ${rowId("pay", paymentId) ?? ""}`;
    await started.api.sql`
      update order_lines set state = 'completed', refunded_cents = 0 where id = ${rowId("orl", registration) ?? ""}`;
    await started.api.sql`
      update payments set refunded_cents = 0 where id = ${rowId("pay", paymentId) ?? ""}`;
    expect((await customer.order([customer.registration(name)])).json.state).toBe("completed");
    expect((await refund(paymentId, { lineIds: [registration], dryRun: true })).json).toMatchObject({
      lines: [{ lineId: registration, effect: "money_only" }],
      warnings: [],
    });
    await refund(paymentId, { lineIds: [registration] });
    expect(await started.isHeld(name)).toBe(true);
  });

  it("is in the panel's list and page of payments, with the order and everything that happened", async () => {
    const { id, name, paymentId, mail } = await bought();
    await refund(paymentId, { lineIds: [mail] });
    const { cookie } = customer.workspace.owner;
    const query = async (procedure: string, input: object = {}) => {
      const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
      return (await started.api.call({ path, cookie })).json.result?.data;
    };
    const [newest] = await query("orders.payments");
    expect(newest).toMatchObject({
      id: paymentId,
      status: "received",
      refundedCents: plan,
      cooldownLeftMs: null,
      lines: [
        { kind: "registration", domainName: name, years: 1 },
        { kind: "mail_plan", planSlug: "starter" },
      ],
    });
    const actor = { kind: "user", name: customer.workspace.owner.email };
    expect(await query("orders.payment", { id: paymentId })).toMatchObject({
      id: paymentId,
      refundableCents: year,
      order: { id, state: "completed", requestedBy: actor },
      attempts: [{ kind: "card", state: "succeeded", failure: null, requestedBy: actor }],
      disputes: [],
      refunds: [{ state: "succeeded", lines: [{ lineId: mail }], requestedBy: actor }],
    });
    const other = (await started.newCustomer()).workspace.owner.cookie;
    const path = `/trpc/orders.payment?input=${encodeURIComponent(JSON.stringify({ id: paymentId }))}`;
    expect((await started.api.call({ path, cookie: other })).status).toBe(404);
  });

  it("deletes nothing while the payment is disputed", async () => {
    const { name, paymentId } = await bought();
    await started.api
      .sql`update payments set status = 'disputed' where id = ${rowId("pay", paymentId) ?? ""}`;
    for (const dryRun of [true, false]) {
      expect((await refund(paymentId, { dryRun })).json).toMatchObject({ code: "payment_disputed" });
    }
    expect(await started.isHeld(name)).toBe(true);
  });

  it("returns the same money once if two people ask at the same time", async () => {
    const { paymentId, mail } = await bought();
    const answers = await Promise.all([1, 2].map(() => refund(paymentId, { lineIds: [mail] })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("refuses lines of other orders", async () => {
    const { paymentId } = await bought();
    expect((await refund(paymentId, { lineIds: [publicId("orl", newId())] })).json).toMatchObject({
      status: 422,
      errors: [{ pointer: "/lineIds/0" }],
    });
  });
});

describe("the receipt of a payment", () => {
  const seller = { name: "Zonepost", addressLines: [], vatId: null };
  const read = (paymentId: string, { cookie } = customer.workspace.owner) =>
    started.api.call({ path: `/payments/${paymentId}/receipt`, cookie });

  it("states the seller, the buyer of that moment, the lines and their tax, and later refunds", async () => {
    const address = { company: "Example GmbH", address: "Linienstraße 12\n10178 Berlin" };
    const put = (body: object) =>
      started.api.call({
        method: "PUT",
        path: "/workspace/billing",
        cookie: customer.workspace.owner.cookie,
        body,
      });
    await put({ ...address, countryCode: "DE", vatId: "DE123456789" });
    const { name, id, paymentId, mail } = await bought();
    await put({});
    const { status, json } = await read(paymentId);
    expect([status, json]).toEqual([
      200,
      {
        number: expect.any(Number),
        issuedAt: expect.any(String),
        paymentId,
        orderId: id,
        seller,
        buyer: {
          name: "Example GmbH",
          addressLines: ["Linienstraße 12", "10178 Berlin"],
          countryCode: "DE",
          vatId: "DE123456789",
        },
        lines: [
          {
            kind: "registration",
            domainName: name,
            years: 1,
            planSlug: null,
            description: `Registration of ${name}, 1 year`,
            ...comYear,
          },
          expect.objectContaining({
            description: expect.stringMatching(/^Mail plan starter for /),
            ...starterYear,
          }),
        ],
        taxPercent: 19,
        taxCents: comYear.taxCents + starterYear.taxCents,
        totalCents: year + plan,
        currency: "EUR",
        refunds: [],
      },
    ]);
    await refund(paymentId, { lineIds: [mail] });
    expect((await read(paymentId)).json).toEqual({
      ...json,
      refunds: [{ amountCents: plan, refundedAt: expect.any(String) }],
    });
    // As if the operator had another name then.
    const former = { name: "Former GmbH", addressLines: ["Alte Straße 1"], vatId: "DE987654321" };
    await started.api.sql.begin(async (tx) => {
      await tx`alter table receipts disable trigger user`;
      await tx`update receipts set seller = ${JSON.stringify(former)}::text::jsonb where number = ${json.number}`;
      await tx`alter table receipts enable trigger user`;
    });
    expect((await read(paymentId)).json.seller).toEqual(former);
  });

  it("is issued when the money arrives, and only shown to its workspace", async () => {
    const stranger = await started.newCustomer();
    const { json } = await stranger.order([stranger.registration(newName())]);
    expect(json).toMatchObject({ status: 402, code: "payment_method_required" });
    expect((await read(json.paymentId, stranger.workspace.owner)).status).toBe(404);
    await stranger.saveCard();
    const paid = await stranger.order([stranger.registration(newName())]);
    expect((await read(paid.json.paymentId)).status).toBe(404);
    const own = await read(paid.json.paymentId, stranger.workspace.owner);
    const [{ name } = { name: "" }] = await started.api
      .sql`select name from workspaces where id = ${stranger.workspace.id}`;
    expect(own.json.buyer).toEqual({ name, addressLines: [], countryCode: null, vatId: null });
  });

  it("is also shown while payments are off", async () => {
    const { paymentId } = await bought();
    const off = await started.api.startAnother({ env: { PAYMENTS: "off" } });
    const { cookie } = customer.workspace.owner;
    expect((await off.call({ path: `/payments/${paymentId}/receipt`, cookie })).json).toMatchObject({
      paymentId,
    });
  });
});
