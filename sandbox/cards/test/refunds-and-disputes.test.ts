import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf, type Sandbox, startSandbox } from "./sandbox.ts";
import { hasDescription } from "./stripe-description.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

async function pay(number = "4242424242424242", amount = 1000) {
  const { customer, card } = await sandbox.customerWithCard(number);
  const intent = await sandbox.stripe.paymentIntents.create({
    amount,
    currency: "eur",
    customer,
    payment_method: card,
    confirm: true,
    off_session: true,
  });
  return { id: intent.id, charge: String(intent.latest_charge) };
}

const readCharge = (id: string) => sandbox.stripe.charges.retrieve(id);

/** The sum of what arrived at the balance for these objects. */
async function balanceOf(...sources: string[]): Promise<number> {
  const lists = await Promise.all(
    sources.map((source) => sandbox.stripe.balanceTransactions.list({ source })),
  );
  return lists.flatMap(({ data }) => data).reduce((sum, { amount }) => sum + amount, 0);
}

describe("a refund", () => {
  it("of a part, then of the rest, and then no more", async () => {
    const { stripe } = sandbox;
    const { id, charge } = await pay();
    const part = await stripe.refunds.create({ payment_intent: id, amount: 300, metadata: { line: "1" } });
    expect(part).toMatchObject({ status: "succeeded", amount: 300, charge, metadata: { line: "1" } });
    expect(await readCharge(charge)).toMatchObject({ amount_refunded: 300, refunded: false });
    expect(await errorOf(stripe.refunds.create({ charge, amount: 701 }))).toMatchObject({ param: "amount" });
    const rest = await stripe.refunds.create({ charge, reason: "requested_by_customer" });
    expect(rest.amount).toBe(700);
    expect(await readCharge(charge)).toMatchObject({ amount_refunded: 1000, refunded: true });
    expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({
      code: "charge_already_refunded",
    });
    expect((await stripe.refunds.list({ payment_intent: id })).data.map((refund) => refund.id)).toEqual([
      rest.id,
      part.id,
    ]);
    expect(await balanceOf(charge, part.id, rest.id)).toBe(0);
    await sandbox.receiver.waitFor("refund.created", rest.id);
    const event = await sandbox.receiver.waitFor("charge.refunded", charge, 2);
    expect(event.data.previous_attributes).toMatchObject({ refunded: false });
  });

  it("of the same money twice at once happens once", async () => {
    const { charge } = await pay();
    const results = await Promise.allSettled([1, 2].map(() => sandbox.stripe.refunds.create({ charge })));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("can be pending for an hour of the business clock", async () => {
    const { stripe } = sandbox;
    const { charge } = await pay("4000000000007726");
    const refund = await stripe.refunds.create({ charge });
    expect(refund.status).toBe("pending");
    await sandbox.advance(3600);
    const event = await sandbox.receiver.waitFor("refund.updated", refund.id);
    expect(event.data.previous_attributes).toMatchObject({ status: "pending" });
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe("succeeded");
  });

  it("can fail later, and returns to the charge", async () => {
    const { stripe } = sandbox;
    const { charge } = await pay("4000000000005126");
    const refund = await stripe.refunds.create({ charge });
    expect(refund.status).toBe("succeeded");
    await sandbox.advance(3600);
    await sandbox.receiver.waitFor("refund.failed", refund.id);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(await readCharge(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await balanceOf(charge, refund.id)).toBe(1000);
  });

  it.each([
    [{}, undefined],
    [{ charge: "ch_unknown" }, "resource_missing"],
    [{ payment_intent: "pi_unknown" }, "resource_missing"],
  ])("with %o is refused", async (input, code) => {
    expect(await errorOf(sandbox.stripe.refunds.create(input))).toMatchObject({ code });
  });

  it("of a declined charge is refused", async () => {
    const { customer, card } = await sandbox.customerWithCard("4000000000000341");
    const error = await sandbox.stripe.paymentIntents
      .create({
        amount: 1000,
        currency: "eur",
        customer,
        payment_method: card,
        confirm: true,
        off_session: true,
      })
      .catch((cause) => cause);
    expect(await errorOf(sandbox.stripe.refunds.create({ charge: error.charge }))).toMatchObject({
      statusCode: 400,
    });
  });
});

describe("a dispute", () => {
  const dispute = (id: string) => sandbox.control(`/charges/${id}/dispute`, {});
  const close = (id: string, won: boolean) => sandbox.control(`/charges/${id}/dispute/close`, { won });

  it("withdraws the money at once, and returns it when won", async () => {
    const { stripe } = sandbox;
    const { id, charge } = await pay();
    const { status, body } = await dispute(id);
    const { id: disputeId } = body as { id: string };
    expect([status, body]).toMatchObject([201, { status: "needs_response", charge, payment_intent: id }]);
    expect(await readCharge(charge)).toMatchObject({ disputed: true });
    expect(await balanceOf(charge, disputeId)).toBe(0);
    expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({ code: "charge_disputed" });
    expect((await dispute(charge)).status).toBe(400);
    expect(await close(id, true)).toMatchObject({
      status: 200,
      body: { status: "won", is_charge_refundable: true },
    });
    expect(await balanceOf(charge, disputeId)).toBe(1000);
    const notices = [
      "charge.dispute.closed",
      "charge.dispute.created",
      "charge.dispute.funds_reinstated",
      "charge.dispute.funds_withdrawn",
    ];
    for (const type of notices) {
      await sandbox.receiver.waitFor(type, disputeId);
    }
    expect(sandbox.receiver.typesAbout(disputeId).sort()).toEqual(notices);
    expect((await stripe.refunds.create({ charge })).status).toBe("succeeded");
  });

  it("keeps the money when lost, and can't be closed again", async () => {
    const { id, charge } = await pay();
    const { body } = await dispute(charge);
    expect(await close(id, false)).toMatchObject({ status: 200, body: { status: "lost" } });
    expect(await balanceOf(charge, (body as { id: string }).id)).toBe(0);
    expect((await close(id, true)).status).toBe(400);
    expect(await errorOf(sandbox.stripe.refunds.create({ charge }))).toMatchObject({
      code: "charge_disputed",
    });
  });

  it.each([
    ["winning_evidence", "won"],
    ["losing_evidence", "lost"],
    ["our records", "under_review"],
  ])("with the evidence %s is %s", async (uncategorized_text, status) => {
    const { charge } = await pay();
    const { body } = await dispute(charge);
    const { id } = body as { id: string };
    const updated = await sandbox.stripe.disputes.update(id, { evidence: { uncategorized_text } });
    expect(updated).toMatchObject({ status, evidence_details: { has_evidence: true, submission_count: 1 } });
    const type = status === "under_review" ? "charge.dispute.updated" : "charge.dispute.closed";
    await sandbox.receiver.waitFor(type, id);
  });

  it("is accepted through the API", async () => {
    const { charge } = await pay();
    const { body } = await dispute(charge);
    expect((await sandbox.stripe.disputes.close((body as { id: string }).id)).status).toBe("lost");
  });

  it("follows a charge of 4000 0000 0000 0259", async () => {
    const { id } = await pay("4000000000000259");
    const { data } = await sandbox.stripe.disputes.list({ payment_intent: id });
    expect(data).toMatchObject([{ status: "needs_response", reason: "fraudulent" }]);
    await sandbox.receiver.waitFor("charge.dispute.funds_withdrawn", data[0]?.id ?? "");
  });

  it.each(["ch_unknown", "pi_unknown"])("of %s is refused", async (id) => {
    expect([(await dispute(id)).status, (await close(id, true)).status]).toEqual([404, 404]);
  });

  it("that doesn't exist can't be closed", async () => {
    expect((await close((await pay()).id, true)).status).toBe(404);
  });
});

describe("a payout", () => {
  /** More than what earlier disputes have cost. */
  const earn = () => pay("4242424242424242", 50_000);
  const payOut = (body: object) => sandbox.control("/payouts", body);
  const balance = async () =>
    (
      await sandbox.stripe.balanceTransactions.list({ currency: "eur", limit: 100 }).autoPagingToArray({
        limit: 1000,
      })
    ).reduce((sum, { net }) => sum + net, 0);

  it("takes money from the balance, and a failed one returns it", async () => {
    await earn();
    const before = await balance();
    const { status, body } = await payOut({ amount: 500, currency: "eur" });
    const { id } = body as { id: string };
    expect([status, body]).toMatchObject([201, { status: "paid", amount: 500 }]);
    expect(await balance()).toBe(before - 500);
    await sandbox.receiver.waitFor("payout.paid", id);
    const failed = await sandbox.control(`/payouts/${id}/fail`, {});
    expect(failed).toMatchObject({ status: 200, body: { status: "failed", failure_code: "account_closed" } });
    expect(await balance()).toBe(before);
    await sandbox.receiver.waitFor("payout.failed", id);
    const { data } = await sandbox.stripe.balanceTransactions.list({ source: id });
    expect(data.map(({ type, net }) => [type, net])).toEqual([
      ["payout_failure", 500],
      ["payout", -500],
    ]);
    expect((await sandbox.control(`/payouts/${id}/fail`, {})).status).toBe(400);
  });

  it("without an amount pays everything out, and then nothing is left", async () => {
    await earn();
    const before = await balance();
    expect(await payOut({ currency: "eur" })).toMatchObject({ status: 201, body: { amount: before } });
    expect(await balance()).toBe(0);
    expect((await payOut({ currency: "eur" })).status).toBe(400);
  });

  it.each<[object, number]>([
    [{ currency: "eur", amount: 99_999_999 }, 400],
    [{ currency: "EUR" }, 422],
    [{ currency: "eur", amount: 0 }, 422],
  ])("of %o is refused", async (input, status) => {
    expect((await payOut(input)).status).toBe(status);
  });

  it("that doesn't exist can't fail", async () => {
    expect((await sandbox.control("/payouts/po_unknown/fail", {})).status).toBe(404);
  });
});

describe("an early fraud warning", () => {
  const read = async (charge: string) =>
    (await sandbox.stripe.radar.earlyFraudWarnings.list({ charge })).data[0];

  it("follows a charge of 4000 0000 0000 5423, and a full refund settles it", async () => {
    const { charge } = await pay("4000000000005423");
    const warning = await read(charge);
    expect(warning).toMatchObject({ actionable: true, fraud_type: "fraudulent_use_of_card" });
    await sandbox.receiver.waitFor("radar.early_fraud_warning.created", warning?.id ?? "");
    await sandbox.stripe.refunds.create({ charge, amount: 100 });
    expect((await read(charge))?.actionable).toBe(true);
    await sandbox.stripe.refunds.create({ charge });
    expect((await read(charge))?.actionable).toBe(false);
    await sandbox.receiver.waitFor("radar.early_fraud_warning.updated", warning?.id ?? "");
  });

  it("is sent on command, and a dispute settles it", async () => {
    const { id, charge } = await pay();
    expect(await sandbox.control(`/charges/${id}/fraud-warning`, {})).toMatchObject({
      status: 201,
      body: { charge },
    });
    await sandbox.control(`/charges/${id}/dispute`, {});
    expect((await read(charge))?.actionable).toBe(false);
  });
});

it.skipIf(!hasDescription)(
  "every answer and event fits Stripe's published description (skipped without it)",
  () => {
    expect(sandbox.misfits()).toEqual([]);
  },
);
