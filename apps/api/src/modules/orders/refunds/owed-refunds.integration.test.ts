import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Customer, newName, startOrders } from "../../../../test/support/orders/start-orders.ts";
import { enterCard } from "../../../../test/support/payments/card-processor.ts";
import type { Person } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";
import { rowId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
let operator: Person;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
  // Its bank returns refunds.
  customer = await started.newPayer("4000000000005126");
  operator = await started.api.createOperator();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const hourMs = 3_600_000;
const reason = "Bank transfer of 3 May";
const sql = () => started.api.sql;
const ask = (method: string, path: string, body?: object) =>
  started.api.call({ method, path: `/operator${path}`, body, cookie: operator.cookie });
const pass = (ms: number) => sql()`update business_clock set offset_ms = offset_ms + ${ms}`;
const read = async (paymentId: string) => (await ask("GET", `/payments/${paymentId}`)).json;
const confirmations = (paymentId: string) =>
  sql()`select id from events where type = 'payment.confirmed' and body::json -> 'data' ->> 'paymentId' = ${paymentId}`;
const confirm = async (paymentId: string) => {
  await pass(30 * 24 * hourMs);
  await started.runSweep("cooldowns of payments");
  return (await read(paymentId)).status;
};

/** Until the bank has returned this many. */
async function returned(paymentId: string, count: number): Promise<void> {
  await until("the bank has returned it", async () => {
    await pass(hourMs);
    await sql()`update refunds set next_check_at = 'epoch' where next_check_at is not null`;
    await started.runSweep("refunds");
    const { refunds } = await read(paymentId);
    return refunds.filter(({ state }: { state: string }) => state === "failed").length === count;
  });
}

/** A payment of which a part was refunded, and returned by the bank. */
async function owedPart() {
  const { json } = await customer.order([customer.registration(newName())]);
  const { paymentId } = json;
  const allocation = [{ lineId: json.lines[0].id, amountCents: 500 }];
  const made = await ask("POST", `/payments/${paymentId}/refunds`, { reason: "Discount", allocation });
  expect([made.status, made.json[0].isOwed]).toEqual([201, false]);
  await returned(paymentId, 1);
  return { paymentId: paymentId as string, refundId: made.json[0].id as string, lineId: json.lines[0].id };
}

const isOwed = { needs: ["refund_failed"], cooldown: { state: "paused", reason: "refund_owed" } };
const isSettled = { needs: [], cooldown: { state: "running" } };

describe("a refund that the bank returns", () => {
  it("is owed and shown, and its payment isn't confirmed until a retry has succeeded or it is paid otherwise", async () => {
    const { paymentId, refundId } = await owedPart();
    expect(await read(paymentId)).toMatchObject({ ...isOwed, refundedCents: 0 });
    const { cookie } = customer.workspace.owner;
    const own = await started.api.call({ path: `/payments/${paymentId}/refunds`, cookie });
    expect(own.json).toMatchObject([{ id: refundId, state: "failed", isOwed: true, isOutside: false }]);
    expect(await confirm(paymentId)).toBe("received");

    const retried = await ask("POST", `/refunds/${refundId}/retry`);
    expect([retried.status, retried.json.state]).toEqual([201, "succeeded"]);
    expect(await read(paymentId)).toMatchObject(isSettled);
    // Its bank returns this one too.
    await returned(paymentId, 2);
    expect(await read(paymentId)).toMatchObject(isOwed);

    const path = `/refunds/${retried.json.id}/retry`;
    const unexplained = await ask("POST", path, { settledBy: "other" });
    expect([unexplained.status, unexplained.json.errors?.[0].pointer]).toEqual([422, "/reason"]);
    const answers = await Promise.all([1, 2].map(() => ask("POST", path, { settledBy: "other", reason })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 201)?.json).toMatchObject({
      state: "succeeded",
      amountCents: 500,
      isOutside: true,
      note: reason,
    });
    expect(await read(paymentId)).toMatchObject({ ...isSettled, refundedCents: 500 });
    expect(await confirm(paymentId)).toBe("confirmed");
    expect(await confirmations(paymentId)).toHaveLength(1);
  });

  it("is settled once another refund has returned as much of the same lines", async () => {
    const { paymentId, refundId, lineId } = await owedPart();
    await ask("POST", `/payments/${paymentId}/refunds`, { reason, lineIds: [lineId], keepGoods: true });
    const { refunds, needs, status } = await read(paymentId);
    expect([refunds[0], needs, status]).toMatchObject([{ id: refundId, isOwed: false }, [], "refunded"]);
    expect((await ask("POST", `/refunds/${refundId}/retry`)).json.code).toBe("refund_not_retryable");
  });

  it("is settled by money of its own, and once the whole line was returned in parts", async () => {
    const { paymentId, lineId } = await owedPart();
    const part = (amountCents: number) =>
      ask("POST", `/payments/${paymentId}/refunds`, { reason, allocation: [{ lineId, amountCents }] });
    await part(600);
    await returned(paymentId, 2);
    await part(500);
    const owed = async () =>
      (await read(paymentId)).refunds.map((refund: { isOwed: boolean }) => refund.isOwed);
    expect(await owed()).toEqual([false, true, false]);
    await part(400);
    expect(await owed()).toEqual([false, true, false, false]);
    await ask("POST", `/payments/${paymentId}/refunds`, { reason, keepGoods: true });
    expect(await read(paymentId)).toMatchObject({ status: "refunded", needs: [] });
  });

  it("and is paid in another way leaves the balance at the processor as the books have it", async () => {
    const { paymentId, refundId } = await owedPart();
    await ask("POST", `/refunds/${refundId}/retry`, { settledBy: "other", reason });
    const sums = await sql()`
      select account, sum(amount_cents)::int as cents from ledger_entries
      where payment_id = ${rowId("pay", paymentId) ?? ""} and account in ('processor', 'outside')
      group by account order by account`;
    const { amountCents } = await read(paymentId);
    expect(sums).toEqual([
      { account: "outside", cents: -500 },
      { account: "processor", cents: amountCents },
    ]);
    await started.runSweep("payment reconciliation");
    const [last] = await sql()`
      select differences from payment_reconciliations where finished_at is not null order by day desc limit 1`;
    expect(last).toEqual({ differences: [] });
  });

  it.each([
    ["to the card", {}, false],
    ["in another way", { settledBy: "other", reason }, true],
  ])("of a page that was paid after its order had ended can be retried %s", async (_, body, isOutside) => {
    const of = await started.newCustomer();
    const { id, paymentUrl, paymentId } = (await of.order([of.registration(newName())], { hosted: true }))
      .json;
    // The page was paid in the instant in which another process ended its order.
    await sql()`update orders set state = 'cancelled', cancels_at = null where id = ${rowId("ord", id) ?? ""}`;
    await sql()`update order_lines set state = 'failed' where order_id = ${rowId("ord", id) ?? ""}`;
    await enterCard(paymentUrl, "4000000000005126");
    await until("the refund is stored", async () => (await of.refunds()).length > 0);
    await returned(paymentId, 1);
    const [owed] = (await read(paymentId)).refunds;
    expect(owed).toMatchObject({ state: "failed", reason: "order_canceled", isOwed: true });
    const retried = await ask("POST", `/refunds/${owed.id}/retry`, body);
    expect([retried.status, retried.json]).toMatchObject([
      201,
      { state: "succeeded", amountCents: owed.amountCents, isOutside },
    ]);
    expect(await read(paymentId)).toMatchObject({ status: "pending", needs: ["paid_late"] });
    const [books] = await sql()`
      select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries
      where payment_id = ${rowId("pay", paymentId) ?? ""} and account in ('processor', 'outside')`;
    expect(books).toEqual({ cents: 0 });
  });

  it.each([
    ["a part", "registration"],
    ["the whole of a mail plan that has ended", "mail_plan"],
  ])("of %s is settled by a lost dispute, and the customer doesn't owe it", async (_, kind) => {
    const domainName = await customer.workspace.addDomain();
    const plan = async () => {
      const { json } = await customer.order([{ kind, domainName, planSlug: "starter" }]);
      await ask("POST", `/payments/${json.paymentId}/refunds`, { reason });
      await returned(json.paymentId, 1);
      return json.paymentId as string;
    };
    const paymentId = kind === "mail_plan" ? await plan() : (await owedPart()).paymentId;
    const dispute = `/sandbox/payments/${paymentId}/dispute`;
    expect((await customer.post(dispute, {})).status).toBe(201);
    expect((await customer.post(`${dispute}/close`, { won: false })).status).toBe(200);
    await until("the loss is recorded", async () => (await read(paymentId)).disputes[0]?.state === "lost");
    const { amountCents, needs, order } = await read(paymentId);
    const unsettled = kind === "mail_plan" ? null : { amountCents: amountCents - 500 };
    expect({ needs, unsettled: order.unsettled }).toMatchObject({ needs: [], unsettled });
  });

  it("can't be paid in another way while it waits for the operator, or is on its way", async () => {
    const { json } = await customer.order([customer.registration(newName())]);
    const made = await ask("POST", `/payments/${json.paymentId}/refunds`, { reason, keepGoods: true });
    const id = made.json[0].id;
    for (const state of ["waiting", "pending"]) {
      await sql()`update refunds set state = ${state} where id = ${rowId("rfd", id) ?? ""}`;
      const refused = await ask("POST", `/refunds/${id}/retry`, { settledBy: "other", reason });
      expect([refused.status, refused.json.code]).toEqual([409, "refund_not_retryable"]);
    }
  });
});

describe("the operator's list", () => {
  it("has payments in which the books differ, until they no longer do, and those that were paid too late", async () => {
    const { json } = await customer.order([customer.registration(newName())]);
    const id = rowId("pay", json.paymentId) ?? "";
    const ids = async (needs: string) =>
      (await ask("GET", `/payments?needs=${needs}`)).json.map((payment: { id: string }) => payment.id);
    const difference = { paymentId: id, account: "tax", at: "ledger", ownCents: 1, foundCents: 2 };
    await sql()`
      insert into payment_reconciliations (day, started_at, finished_at, payment_count, differences)
      values ('2199-01-01', now(), now(), 1, ${JSON.stringify([difference])}::jsonb)`;
    expect([await ids("books_differ"), (await read(json.paymentId)).needs]).toEqual([
      [json.paymentId],
      ["books_differ"],
    ]);
    await sql()`delete from payment_reconciliations where day = '2199-01-01'`;
    expect(await ids("books_differ")).toEqual([]);
    await sql()`update payments set late_charge_at = now() where id = ${id}`;
    expect([await ids("paid_late"), await ids("any")]).toEqual([
      expect.arrayContaining([json.paymentId]),
      expect.arrayContaining([json.paymentId]),
    ]);
  });
});
