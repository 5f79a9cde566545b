import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Customer,
  comYear,
  newName,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import type { Person } from "../../../../test/support/start-api.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { refundRequestsPerDay } from "./request-from-operator.ts";

const operatorEmail = "operator@example.com";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
let operator: Person;
beforeAll(async () => {
  started = await startOrders({
    withCards: true,
    env: { REFUNDS: "operator", OPERATOR_EMAIL: operatorEmail },
  });
  customer = await started.newPayer();
  operator = await started.api.createOperator();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const year = totalOf(comYear);
const request = (paymentId: string, body: object = {}, of = customer) =>
  of.post(`/payments/${paymentId}/refund-request`, body);
const ask = (method: string, path: string, body?: object) =>
  started.api.call({ method, path: `/operator${path}`, body, cookie: operator.cookie });
const read = async (paymentId: string) => (await ask("GET", `/payments/${paymentId}`)).json;
const refundsOf = async (paymentId: string, of = customer) =>
  (await started.api.call({ path: `/payments/${paymentId}/refunds`, cookie: of.workspace.owner.cookie }))
    .json;
const emails = () => started.api.sql<{ toAddress: string; subject: string }[]>`
  select to_address as "toAddress", subject from outgoing_emails where kind = 'refund_requested' order by id`;

/** Two new domains, in one order. */
async function bought(of = customer) {
  const { json } = await of.order([of.registration(newName()), of.registration(newName())]);
  await of.makeDue();
  await started.runSweep("order lines");
  const { lines, state, paymentId } = await of.readOrder(json.id);
  expect(state).toBe("completed");
  return { paymentId: paymentId ?? "", lineIds: lines.map(({ id }) => id), name: lines[0]?.domainName ?? "" };
}

describe("with REFUNDS=operator", () => {
  it("a workspace's refund is refused, tried or dry, and nothing changes", async () => {
    const { paymentId } = await bought();
    for (const dryRun of [true, false]) {
      const { json } = await customer.post(`/payments/${paymentId}/refunds`, { dryRun });
      expect(json).toMatchObject({ status: 403, code: "operator_decides" });
      expect(json.detail).toContain("refund-request");
    }
    expect(await refundsOf(paymentId)).toEqual([]);
  });

  it("a new domain can be deleted, and its refund waits", async () => {
    const { paymentId, name } = await bought();
    expect((await customer.post(`/domains/${name}/delete`, { confirmName: name })).status).toBe(201);
    expect(await refundsOf(paymentId)).toMatchObject([{ state: "waiting", reason: "domain_deleted" }]);
  });
});

describe("a request for a refund", () => {
  it("waits for the operator, who gets one email, and moves no money", async () => {
    const { paymentId, lineIds } = await bought();
    const before = (await emails()).length;
    const made = await request(paymentId, { reason: "Bought by mistake", lineIds: [lineIds[0]] });
    expect([made.status, made.json]).toMatchObject([
      201,
      { state: "waiting", reason: "requested", amountCents: year, lines: [{ lineId: lineIds[0] }] },
    ]);
    expect(made.text).not.toContain("by mistake");
    expect((await emails()).slice(before)).toEqual([
      { toAddress: operatorEmail, subject: "A customer requests a refund of €14.14" },
    ]);
    expect(await read(paymentId)).toMatchObject({
      needs: ["refund_waiting"],
      refundedCents: 0,
      refundableCents: 2 * year,
      refunds: [{ state: "waiting", note: "Bought by mistake" }],
    });
  });

  it("is made once per payment, also by two people at the same time", async () => {
    const { paymentId } = await bought();
    const made = await Promise.all([request(paymentId), request(paymentId)]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await request(paymentId)).json).toMatchObject({ code: "refund_already_requested" });
    expect(await refundsOf(paymentId)).toHaveLength(1);
  });

  it("is answered by the operator's refund of one of its lines, which undoes it as usual", async () => {
    const { paymentId, lineIds } = await bought();
    const { json } = await request(paymentId);
    // Not without a decision about the domains.
    expect((await ask("POST", `/refunds/${json.id}/retry`)).json).toMatchObject({
      status: 409,
      code: "refund_not_retryable",
    });
    const made = await ask("POST", `/payments/${paymentId}/refunds`, {
      reason: "Goodwill",
      lineIds: [lineIds[0]],
    });
    expect(made.status).toBe(201);
    const refunds = await refundsOf(paymentId);
    expect(refunds).toMatchObject([{ state: "succeeded", reason: "domain_deleted", amountCents: year }]);
    expect((await read(paymentId)).needs).toEqual([]);
  });

  it("is declined by the operator: nothing is owed, and it isn't repeated", async () => {
    const { paymentId } = await bought();
    const { json } = await request(paymentId);
    const reason = "Used for months";
    const path = `/refunds/${json.id}/decline`;
    expect((await ask("POST", path, {})).json.errors[0].pointer).toBe("/reason");
    const declined = await ask("POST", path, { reason });
    expect([declined.status, declined.json]).toMatchObject([
      200,
      { state: "failed", failure: { code: "declined" }, isOwed: false },
    ]);
    expect((await ask("POST", path, { reason })).json).toMatchObject({
      status: 409,
      code: "no_refund_request",
    });
    expect(JSON.stringify(await refundsOf(paymentId))).not.toContain(reason);
    expect(await read(paymentId)).toMatchObject({ needs: [], cooldown: { state: "running" } });
    expect((await request(paymentId)).json).toMatchObject({ code: "refund_already_requested" });
  });

  it("names a line of the payment, and something that is left", async () => {
    const { paymentId } = await bought();
    expect((await request(paymentId, { lineIds: [publicId("orl", newId())] })).json).toMatchObject({
      status: 422,
      errors: [{ pointer: "/lineIds/0" }],
    });
    expect((await request(paymentId, { reason: "" })).json.errors[0].pointer).toBe("/reason");
    await ask("POST", `/payments/${paymentId}/refunds`, { reason: "Goodwill" });
    expect((await request(paymentId)).json).toMatchObject({ status: 409, code: "nothing_to_refund" });
  });

  it("isn't made of a disputed or unpaid payment", async () => {
    const { paymentId } = await bought();
    const set = (status: string) =>
      started.api.sql`update payments set status = ${status} where id = ${rowId("pay", paymentId) ?? ""}`;
    await set("disputed");
    expect((await request(paymentId)).json).toMatchObject({ status: 409, code: "payment_disputed" });
    await set("failed");
    expect((await request(paymentId)).json).toMatchObject({ status: 409, code: "payment_not_received" });
  });

  it("of another workspace's payment is answered as one that doesn't exist", async () => {
    const { paymentId } = await bought();
    const other = await started.newPayer();
    expect((await request(paymentId, {}, other)).status).toBe(404);
    expect(await refundsOf(paymentId)).toEqual([]);
  });

  it("counts toward the workspace's share of the day", async () => {
    const of = await started.newPayer();
    const { paymentId } = await bought(of);
    // Tomorrow's too, which may begin during the test.
    await started.api.sql`
      insert into rate_limit_windows (bucket, window_start, used)
      select ${`day:refund_requests:${of.workspace.id}`},
        date_trunc('day', now() at time zone 'UTC' + make_interval(days => later)) at time zone 'UTC',
        ${refundRequestsPerDay}
      from generate_series(0, 1) later`;
    const { status, json, headers } = await request(paymentId, {}, of);
    expect([status, json.code]).toEqual([429, "too_many_refund_requests"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(await refundsOf(paymentId, of)).toEqual([]);
  });
});
