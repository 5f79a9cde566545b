import type { Right } from "@zonepost/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import {
  type Customer,
  comYear,
  newName,
  starterYear,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import type { Person } from "../../../../test/support/start-api.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
let operator: Person;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
  customer = await started.newPayer();
  operator = await started.api.createOperator();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const year = totalOf(comYear);
const plan = totalOf(starterYear);
const refund = (paymentId: string, body: object = {}, of = customer) =>
  of.post(`/payments/${paymentId}/refunds`, body);
const askOperator = (method: string, path: string, body?: object) =>
  started.api.call({ method, path: `/operator${path}`, body, cookie: operator.cookie });
const operatorRefund = (paymentId: string, body: object = {}) =>
  askOperator("POST", `/payments/${paymentId}/refunds`, { reason: "Goodwill", ...body });

/** A new domain, and mail for another one, in one order. */
async function bought(of = customer) {
  const [name, held] = [newName(), await of.workspace.addDomain()];
  const placed = await of.order([
    of.registration(name),
    { kind: "mail_plan", domainName: held, planSlug: "starter" },
  ]);
  await of.makeDue();
  await started.runSweep("order lines");
  const order = await of.readOrder(placed.json.id);
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

/** A new domain, in an order of its own. */
async function registered(of = customer) {
  const name = newName();
  const { json } = await of.order([of.registration(name)]);
  expect(json.state).toBe("completed");
  return { name, paymentId: json.paymentId as string };
}

const snapshot = async (paymentId: string) => [
  await started.api.sql`select * from payments where id = ${rowId("pay", paymentId) ?? ""}`,
  await started.api.sql`select * from refunds where payment_id = ${rowId("pay", paymentId) ?? ""}`,
];

describe("the refund that a workspace asks for", () => {
  it("shows what it undoes, deletes a new domain, and returns the money of its line", async () => {
    const { name, id, paymentId, registration } = await bought();
    const body = { lineIds: [registration, registration] };
    const shown = await refund(paymentId, { ...body, dryRun: true });
    expect([shown.status, shown.json]).toEqual([
      200,
      {
        dryRun: true,
        amountCents: year,
        currency: "EUR",
        lines: [{ lineId: registration, domainName: name, amountCents: year, effect: "domain_deleted" }],
        warnings: [{ code: "domain_deleted", message: expect.stringContaining(name) }],
      },
    ]);
    expect(await started.isHeld(name)).toBe(true);

    const made = await refund(paymentId, body);
    const expected = { state: "succeeded", reason: "domain_deleted", amountCents: year };
    expect([made.status, made.json]).toMatchObject([
      201,
      [{ ...expected, lines: [{ lineId: registration }] }],
    ]);
    expect(await started.isHeld(name)).toBe(false);
    expect((await customer.readOrder(id)).lines.map(({ state }) => state)).toEqual(["refunded", "completed"]);
    expect((await refund(paymentId, body)).json).toMatchObject({ status: 409, code: "nothing_to_refund" });
    const listed = await started.api.call({
      path: `/payments/${paymentId}/refunds`,
      cookie: customer.workspace.owner.cookie,
    });
    expect([listed.status, listed.json]).toEqual([200, made.json]);
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

  it.each([
    ["an amount", (_: { mail: string }) => ({ amountCents: 100 })],
    ["everything, with a mail plan in it", () => ({})],
    ["a mail plan", ({ mail }: { mail: string }) => ({ lineIds: [mail] })],
  ])("is the operator's decision for %s, and changes nothing", async (_, bodyOf) => {
    const own = await bought();
    const before = await snapshot(own.paymentId);
    for (const dryRun of [true, false]) {
      expect((await refund(own.paymentId, { ...bodyOf(own), dryRun })).json).toMatchObject({
        status: 403,
        code: "operator_decides",
      });
    }
    expect(await snapshot(own.paymentId)).toEqual(before);
    expect(await started.isHeld(own.name)).toBe(true);
  });

  it.each([
    ["an old registration", "registration"],
    ["a renewal", "renewal"],
  ])("is the operator's decision for %s", async (_, kind) => {
    const own = await registered();
    const [domain] = await started.api.sql`
      update domains set registered_at = registered_at - interval '30 days' where name = ${own.name} returning name`;
    expect(domain).toBeDefined();
    let { paymentId } = own;
    if (kind === "renewal") {
      const currentExpiresAt = await customer.expiryOf(own.name);
      const renewed = await customer.post(`/domains/${own.name}/renew`, { currentExpiresAt });
      paymentId = (await customer.readOrder(renewed.json.orderId)).paymentId ?? "";
    }
    expect((await refund(paymentId)).json).toMatchObject({ status: 403, code: "operator_decides" });
    expect(await started.isHeld(own.name)).toBe(true);
  });

  it("takes both rights, of a key too, and a key that is limited to the domain can't", async () => {
    const { name, paymentId } = await registered();
    const call = async (options: Parameters<typeof newApiKey>[2]) => {
      const { headers } = await newApiKey(started.api, customer.workspace, options);
      return started.api.call({ method: "POST", path: `/payments/${paymentId}/refunds`, body: {}, headers });
    };
    const both: Right[] = ["payments:write", "domains:release"];
    for (const options of [
      { scopes: ["payments:write"] as Right[] },
      { scopes: ["domains:release"] as Right[] },
      { scopes: both, domainNames: [name] },
    ]) {
      expect((await call(options)).json).toMatchObject({ status: 403, code: "forbidden" });
    }
    const billing = await customer.workspace.join("billing");
    const asBilling = await started.api.call({
      method: "POST",
      path: `/payments/${paymentId}/refunds`,
      body: {},
      cookie: billing.cookie,
    });
    expect(asBilling.json).toMatchObject({ status: 403, code: "forbidden" });
    expect(await started.isHeld(name)).toBe(true);
    expect((await call({ scopes: both })).status).toBe(201);
    expect(await started.isHeld(name)).toBe(false);
  });

  it.each([{}, { amountCents: 100 }])("has to wait while the order is carried out: %j", async (body) => {
    const placed = await customer.order([
      customer.registration(newName()),
      customer.registration(`silent-${newName()}`),
    ]);
    const { paymentId } = placed.json;
    expect((await refund(paymentId, body)).json).toMatchObject({ status: 409, code: "order_in_progress" });
    // The operator waits too.
    expect((await operatorRefund(paymentId)).json).toMatchObject({ status: 409, code: "order_in_progress" });
  });

  it("deletes nothing while the payment is disputed", async () => {
    const { name, paymentId, registration } = await bought();
    await started.api
      .sql`update payments set status = 'disputed' where id = ${rowId("pay", paymentId) ?? ""}`;
    for (const dryRun of [true, false]) {
      const { json } = await refund(paymentId, { lineIds: [registration], dryRun });
      expect(json).toMatchObject({ code: "payment_disputed" });
    }
    expect(await started.isHeld(name)).toBe(true);
  });

  it("is refused while payments are off, also to the operator, and changes nothing", async () => {
    const { name, paymentId } = await registered();
    const off = await started.api.startAnother({ env: { PAYMENTS: "off" } });
    for (const dryRun of [true, false]) {
      for (const [path, cookie, body] of [
        [`/payments/${paymentId}/refunds`, customer.workspace.owner.cookie, { dryRun }],
        [`/operator/payments/${paymentId}/refunds`, operator.cookie, { dryRun, reason: "Goodwill" }],
      ] as const) {
        const { status, json } = await off.call({ method: "POST", path, body, cookie });
        expect([path, status, json.code]).toEqual([path, 409, "payments_off"]);
      }
    }
    expect(await started.isHeld(name)).toBe(true);
  });

  it("refuses lines of other orders", async () => {
    const { paymentId } = await bought();
    expect((await refund(paymentId, { lineIds: [publicId("orl", newId())] })).json).toMatchObject({
      status: 422,
      errors: [{ pointer: "/lineIds/0" }],
    });
  });
});

describe("the number of registrations that a workspace undoes in a month", () => {
  const remove = (of: Customer, name: string, more: object = {}) =>
    of.post(`/domains/${name}/delete`, { confirmName: name, ...more });
  const codes = ({ json }: { json: { warnings: { code: string }[] } }) =>
    json.warnings.map(({ code }) => code);

  it("counts refunds and deletions together; beyond it, a deletion's refund waits for the operator", async () => {
    const of = await started.newPayer();
    const [one, two, three, four, five] = await Promise.all([1, 2, 3, 4, 5].map(() => registered(of)));
    if (!one || !two || !three || !four || !five) {
      throw new Error("the domains were not registered");
    }
    expect((await refund(one.paymentId, {}, of)).status).toBe(201);
    expect(codes(await remove(of, two.name, { dryRun: true }))).toEqual(["free_at_once", "refunded"]);
    const names = [two.name, three.name, four.name];
    const many = await of.post("/domain-batches", {
      names,
      change: { deleted: true, confirmCount: 3 },
      dryRun: true,
    });
    expect(many.json.items.map((json: { warnings: { code: string }[] }) => codes({ json }))).toEqual([
      ["free_at_once", "refunded"],
      ["free_at_once", "refunded"],
      ["free_at_once", "refund_waits"],
    ]);
    await remove(of, two.name);
    expect((await refund(three.paymentId, {}, of)).status).toBe(201);

    for (const dryRun of [true, false]) {
      expect((await refund(four.paymentId, { dryRun }, of)).json).toMatchObject({
        status: 403,
        code: "operator_decides",
      });
    }
    expect(await started.isHeld(four.name)).toBe(true);
    expect(codes(await remove(of, four.name, { dryRun: true }))).toEqual(["free_at_once", "refund_waits"]);
    expect((await remove(of, four.name)).status).toBe(201);
    expect(await started.isHeld(four.name)).toBe(false);
    await started.runSweep("refunds");
    const listOf = async (paymentId: string) =>
      (
        await started.api.call({
          path: `/payments/${paymentId}/refunds`,
          cookie: of.workspace.owner.cookie,
        })
      ).json;
    const [waiting] = await listOf(four.paymentId);
    expect(waiting).toMatchObject({ state: "waiting", amountCents: year, reason: "domain_deleted" });
    const inNeed = await askOperator("GET", "/payments?needs=refund_waiting");
    expect(inNeed.json).toMatchObject([{ id: four.paymentId, needs: ["refund_waiting"] }]);

    const retried = await askOperator("POST", `/refunds/${waiting.id}/retry`);
    expect([retried.status, retried.json]).toMatchObject([201, { id: waiting.id, state: "succeeded" }]);
    expect(await listOf(four.paymentId)).toMatchObject([{ id: waiting.id, state: "succeeded" }]);

    // Or decides otherwise: the refund that waits is replaced.
    await remove(of, five.name);
    const order = (await of.orders()).find((each) => each.paymentId === five.paymentId);
    const allocation = [{ lineId: order?.lines[0]?.id ?? "", amountCents: 7 }];
    expect((await operatorRefund(five.paymentId, { allocation })).json).toMatchObject([
      { state: "succeeded", amountCents: 7, lines: [{ isGivenAway: false }] },
    ]);
    expect(await listOf(five.paymentId)).toMatchObject([{ state: "succeeded", amountCents: 7 }]);
    expect((await operatorRefund(five.paymentId)).json).toMatchObject([
      { amountCents: year - 7, lines: [{ isGivenAway: false }] },
    ]);
  });

  it("is a tenth of the month's registrations, if that is more", async () => {
    const of = await started.newPayer();
    const own = await Promise.all([1, 2, 3, 4].map(() => registered(of)));
    // As if there were 40.
    await started.api.sql`
      insert into order_lines (id, workspace_id, order_id, position, kind, domain_name, input, state, price_cents, tax_cents,
        finished_at, created_at)
      select uuidv7(), workspace_id, order_id, position + number, kind, 'copy-' || number || '.com', input, state,
        0, 0, finished_at, created_at
      from (select * from order_lines where workspace_id = ${of.workspace.id} limit 1) one, generate_series(1, 36) as number`;
    for (const { paymentId } of own) {
      expect((await refund(paymentId, {}, of)).status).toBe(201);
    }
  });

  it("doesn't count what the operator has approved", async () => {
    const of = await started.newPayer();
    const own = await Promise.all([1, 2, 3, 4, 5].map(() => registered(of)));
    for (const { name } of own.slice(0, 4)) {
      await remove(of, name);
    }
    const [waiting] = (await askOperator("GET", `/payments/${own[3]?.paymentId}`)).json.refunds;
    expect((await askOperator("POST", `/refunds/${waiting.id}/retry`)).status).toBe(201);
    // As if 41 had been registered: four may be undone.
    await started.api.sql`
      insert into order_lines (id, workspace_id, order_id, position, kind, domain_name, input, state, price_cents, tax_cents,
        finished_at, created_at)
      select uuidv7(), workspace_id, order_id, position + number, kind, 'other-' || number || '.com', input, 'completed',
        0, 0, finished_at, created_at
      from (select * from order_lines where workspace_id = ${of.workspace.id} limit 1) one, generate_series(1, 36) as number`;
    expect((await refund(own[4]?.paymentId ?? "", {}, of)).status).toBe(201);
  });

  it("is kept by refunds at the same time: those beyond it are refused, and delete nothing", async () => {
    const of = await started.newPayer();
    const own = await Promise.all([1, 2, 3, 4, 5, 6].map(() => registered(of)));
    const answers = await Promise.all(own.map(({ paymentId }) => refund(paymentId, {}, of)));
    const held = await Promise.all(own.map(({ name }) => started.isHeld(name)));
    const outcomes = answers.map(({ status }, index) => `${status} ${held[index]}`);
    expect(outcomes.toSorted()).toEqual([...Array(3).fill("201 false"), ...Array(3).fill("403 true")]);
  });

  it("is kept by deletions at the same time", async () => {
    const of = await started.newPayer();
    const own = await Promise.all([1, 2, 3, 4, 5, 6].map(() => registered(of)));
    const answers = await Promise.all(own.map(({ name }) => remove(of, name)));
    expect(answers.map(({ status }) => status)).toEqual(own.map(() => 201));
    const states = (await of.refunds()).map(({ state }) => state);
    expect(states.filter((state) => state === "waiting")).toHaveLength(3);
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
        takenBackCents: 0,
      },
    ]);
    await operatorRefund(paymentId, { lineIds: [mail] });
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
