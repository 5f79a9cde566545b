import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import {
  type Customer,
  comYear,
  starterYear,
  startOrders,
  testCards,
} from "../../../../test/support/orders/start-orders.ts";
import { enterCard } from "../../../../test/support/payments/card-processor.ts";
import { until } from "../../../../test/support/until.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const total = comYear.priceCents + comYear.taxCents;
const sql = () => started.api.sql;
const now = () => started.api.wired.clock.now();
const inDays = async (days: number) => new Date((await now()).getTime() + days * dayMs);
const pass = (days: number) =>
  sql()`update business_clock set offset_ms = offset_ms + ${Math.round(days * dayMs)}`;

const renewalSweep = () => started.runSweep("renewals of domains");
/** As workers would: the tries, then what they have paid for. */
const renewDue = async () => {
  await renewalSweep();
  await started.runSweep("order lines");
};

/** A domain that auto-renews, and expires in some days. */
async function expiring(of: Customer, days: number): Promise<string> {
  const name = await of.workspace.addDomain();
  const expires = await inDays(days);
  const [expiresAt, firstTryAt] = [expires, new Date(expires.getTime() - 14 * dayMs)].map((date) =>
    date.toISOString(),
  ) as [string, string];
  await sql()`update registry.domains set expires_at = ${expiresAt} where name = ${name}`;
  await sql()`
    update domains set paid_until = ${expiresAt}, registry_expires_at = ${expiresAt},
      next_renewal_at = ${firstTryAt}, next_notice_at = ${expiresAt}
    where name = ${name}`;
  return name;
}

async function newCustomer(card?: string) {
  const of = await started.newCustomer();
  if (card) {
    await of.saveCard(card);
  }
  return of;
}

async function rowOf(name: string) {
  const [row] = await started.api.db.select().from(domains).where(eq(domains.name, name));
  if (!row) {
    throw new Error(`there is no ${name}`);
  }
  return row;
}
const triesAgainIn = async (name: string) =>
  Math.round((((await rowOf(name)).nextRenewalAt?.getTime() ?? 0) - (await now()).getTime()) / dayMs);
const makeDue = (name: string) => sql()`update domains set next_renewal_at = 'epoch' where name = ${name}`;
const endLeases = (of: Customer) =>
  sql()`update order_lines set leased_until = 'epoch' where workspace_id = ${of.workspace.id}`;
const renewalsOf = async (name: string) =>
  (
    await sql()`select id from domain_operations where domain_name = ${name} and kind = 'renewal'
    and state = 'succeeded'`
  ).length;
const failuresOf = async (name: string): Promise<(string | null)[]> =>
  (
    await sql()<{ code: string }[]>`
      select h.details ->> 'code' as code from domain_history h join domains d on d.id = h.domain_id
      where d.name = ${name} and h.details ->> 'failed' is not null order by h.id`
  ).map(({ code }) => code);
const mailsOf = async (name: string): Promise<number> =>
  (await sql()`select id from domain_notifications where domain_name = ${name} and kind = 'renewal_failed'`)
    .length;
const ordersOf = async (of: Customer) => (await of.orders()).map(({ state }) => state);
const eventsOf = async (of: Customer) =>
  (
    await sql()<
      { type: string }[]
    >`select type from events where workspace_id = ${of.workspace.id} order by id`
  ).map(({ type }) => type);

describe("a domain that is due", () => {
  it("is renewed for a year with the default card, as the system, once, with three workers", async () => {
    const of = await newCustomer(testCards.pays);
    const name = await expiring(of, 14);
    const before = await rowOf(name);
    await Promise.all([renewalSweep(), renewalSweep(), renewalSweep()]);
    await started.runSweep("order lines");
    const { paidUntil, nextRenewalAt } = await rowOf(name);
    expect(paidUntil.getUTCFullYear()).toBe(before.paidUntil.getUTCFullYear() + 1);
    expect(nextRenewalAt).toEqual(new Date(paidUntil.getTime() - 14 * dayMs));
    expect(await of.charges()).toEqual([{ kind: "card", state: "succeeded" }]);
    expect(await of.orders()).toMatchObject([
      {
        state: "completed",
        totalCents: total,
        requestedBy: { kind: "system" },
        lines: [{ kind: "renewal", years: 1 }],
      },
    ]);
    expect(await renewalsOf(name)).toBe(1);
    expect(await eventsOf(of)).toEqual(["payment.received"]);
  });

  it("is tried with the default card of the moment, on each date once, and renewed when a card works", async () => {
    const of = await newCustomer(testCards.failsLater);
    const name = await expiring(of, 14);
    await renewDue();
    expect([await failuresOf(name), await mailsOf(name), await triesAgainIn(name)]).toEqual([
      ["generic_decline"],
      1,
      7,
    ]);
    // Looked at again on the same date, for instance after a change of its settings.
    await makeDue(name);
    await renewDue();
    expect([await failuresOf(name), await mailsOf(name), await triesAgainIn(name)]).toEqual([
      ["generic_decline"],
      1,
      7,
    ]);
    await pass(7);
    await renewDue();
    expect([await mailsOf(name), await triesAgainIn(name)]).toEqual([2, 4]);
    expect(await ordersOf(of)).toEqual(["awaiting_payment"]);
    await of.saveCard(testCards.pays);
    await pass(4);
    await renewDue();
    expect(await renewalsOf(name)).toBe(1);
    expect(await ordersOf(of)).toEqual(["completed"]);
    expect((await of.charges()).map(({ state }) => state)).toEqual(["failed", "failed", "succeeded"]);
    expect(await eventsOf(of)).toEqual(["payment.failed", "payment.failed", "payment.received"]);
    expect(await mailsOf(name)).toBe(2);
  });

  it.each([
    ["no card", undefined, "payment_method_required", 0],
    ["a bank that asks for the cardholder", testCards.asksAlways, "authentication_required", 1],
  ])("has a failed try with %s, and can be paid by hand", async (_, card, code, charges) => {
    const of = await newCustomer(card);
    const name = await expiring(of, 3);
    await renewDue();
    expect([await failuresOf(name), await mailsOf(name), await triesAgainIn(name)]).toEqual([[code], 1, 2]);
    expect(await of.charges()).toHaveLength(charges);
    expect(await ordersOf(of)).toEqual(["awaiting_payment"]);
    await of.saveCard(testCards.pays);
    const paid = await of.post("/trpc/orders.pay", { id: (await of.orders())[0]?.id });
    expect([paid.status, await ordersOf(of), await renewalsOf(name)]).toEqual([200, ["completed"], 1]);
  });

  it("is not held up by the domains of another workspace", async () => {
    const busy = await newCustomer();
    const quiet = await newCustomer(testCards.pays);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => expiring(busy, 5)));
    const name = await expiring(quiet, 13);
    await renewalSweep();
    expect(await ordersOf(quiet)).toEqual(["processing"]);
    const [first] = await sql()<{ name: string }[]>`
      select l.domain_name as name from order_lines l where l.domain_name = any(${[...waiting, name]})
      order by l.id desc limit 1`;
    expect(first?.name).not.toBe(name);
  });
});

describe("after a crash", () => {
  const steps: [string, { table: string; when: string; card?: string; declined?: boolean }][] = [
    ["before the order is stored", { table: "orders", when: "before insert" }],
    ["after the order, before its charge", { table: "payment_attempts", when: "before insert" }],
    ["after the charge, before it is recorded", { table: "payments", when: "before update" }],
    [
      "after a decline, before it is recorded for the domain",
      { table: "domain_history", when: "before insert", card: testCards.failsLater, declined: true },
    ],
  ];
  it.each(steps)("%s, the next worker finishes it, without a second charge", async (_, step) => {
    const of = await newCustomer(step.card ?? testCards.pays);
    const name = await expiring(of, 7);
    await sql().unsafe(`
      create or replace function die() returns trigger language plpgsql as $$
      begin raise exception 'the process is gone'; end $$;
      create trigger dies ${step.when} on ${step.table} for each row execute function die()`);
    await renewalSweep();
    await sql().unsafe(`drop trigger dies on ${step.table}`);
    await endLeases(of);
    for (let worker = 0; worker < 2; worker += 1) {
      await makeDue(name);
      await sql()`update payment_attempts set next_check_at = 'epoch' where state = 'starting'`;
      await renewDue();
    }
    expect((await of.charges()).map(({ state }) => state)).toEqual([step.declined ? "failed" : "succeeded"]);
    expect(await ordersOf(of)).toEqual([step.declined ? "awaiting_payment" : "completed"]);
    expect([await renewalsOf(name), await mailsOf(name)]).toEqual(step.declined ? [0, 1] : [1, 0]);
  });

  it("after the payment, the order is carried out and not made again", async () => {
    const of = await newCustomer(testCards.pays);
    const name = await expiring(of, 7);
    await renewalSweep();
    await makeDue(name);
    await renewalSweep();
    expect(await ordersOf(of)).toEqual(["processing"]);
    await renewDue();
    expect([await ordersOf(of), await renewalsOf(name)]).toEqual([["completed"], 1]);
  });
});

describe("an unpaid renewal", () => {
  const unpaid = async (days = 3) => {
    const of = await newCustomer(testCards.failsLater);
    const name = await expiring(of, days);
    await renewDue();
    expect(await ordersOf(of)).toEqual(["awaiting_payment"]);
    return { of, name };
  };
  const patch = (of: Customer, name: string, body: object) =>
    started.api.call({ method: "PATCH", path: `/domains/${name}`, body, cookie: of.workspace.owner.cookie });
  const lookAtUnpaid = async (of: Customer) => {
    await sql()`
      update orders set cancels_at = 'epoch' where workspace_id = ${of.workspace.id} and state = 'awaiting_payment'`;
    await started.runSweep("unpaid orders");
  };

  it("waits longer than an order of a person, while it is due", async () => {
    const { of } = await unpaid();
    await lookAtUnpaid(of);
    expect(await ordersOf(of)).toEqual(["awaiting_payment"]);
    expect((await of.orders())[0]?.cancelsAt).toBeNull();
  });

  it("is cancelled when auto-renew is turned off", async () => {
    const { of, name } = await unpaid();
    expect((await patch(of, name, { autoRenew: false })).status).toBe(200);
    await lookAtUnpaid(of);
    expect(await of.orders()).toMatchObject([
      { state: "cancelled", lines: [{ failure: { code: "not_due" } }] },
    ]);
    await renewDue();
    expect(await of.charges()).toHaveLength(1);
  });

  it("is cancelled when the domain has left", async () => {
    const { of, name } = await unpaid();
    await sql()`update domains set status = 'transferred_out', next_renewal_at = null where name = ${name}`;
    await lookAtUnpaid(of);
    expect(await ordersOf(of)).toEqual(["cancelled"]);
  });

  it("is cancelled at once when the domain is renewed by hand", async () => {
    const { of, name } = await unpaid();
    await of.saveCard(testCards.pays);
    const [unpaidOrder] = await of.orders();
    const renewed = await of.post(`/domains/${name}/renew`, { currentExpiresAt: await of.expiryOf(name) });
    expect([renewed.status, renewed.json.state]).toEqual([201, "succeeded"]);
    expect(renewed.json.replacedOrders).toEqual([
      { id: unpaidOrder?.id, lines: [{ kind: "renewal", domainName: name }] },
    ]);
    expect(await ordersOf(of)).toEqual(["completed", "cancelled"]);
    await pass(2);
    await renewDue();
    expect(await renewalsOf(name)).toBe(1);
  });

  it("leaves its place to a person's order, which the sweep never ends, and is tried again if that isn't paid", async () => {
    const { of, name } = await unpaid();
    const line = { kind: "renewal", name, currentExpiresAt: await of.expiryOf(name) };
    const { id } = (await of.order([line], { hosted: true })).json;
    expect(await ordersOf(of)).toEqual(["awaiting_payment", "cancelled"]);
    await of.saveCard(testCards.pays);
    // Of the dates 3 days and 1 day before the expiry, the second one is still to come.
    const lookAgain = async () => {
      await makeDue(name);
      await renewDue();
    };
    await lookAgain();
    expect(await ordersOf(of)).toEqual(["awaiting_payment", "cancelled"]);
    expect(await triesAgainIn(name)).toBe(2);
    await pass(2);
    await lookAgain();
    expect(await ordersOf(of)).toEqual(["awaiting_payment", "cancelled"]);
    const waitMs = ((await rowOf(name)).nextRenewalAt?.getTime() ?? 0) - (await now()).getTime();
    expect(waitMs).toBeLessThanOrEqual(hourMs);
    await sql()`update orders set cancels_at = 'epoch' where id = ${rowId("ord", id) ?? ""}`;
    await started.runSweep("unpaid orders");
    await lookAgain();
    expect(await ordersOf(of)).toEqual(["completed", "cancelled", "cancelled"]);
    expect(await renewalsOf(name)).toBe(1);
  });

  it("doesn't end with its grace while the charge of a person's order is in flight", async () => {
    const { of, name } = await unpaid(1);
    const line = { kind: "renewal", name, currentExpiresAt: await of.expiryOf(name) };
    const { id } = (await of.order([line], { hosted: true })).json;
    // As if its card were being charged, and the processor didn't answer.
    const setAttempt = (state: string) => sql()`
      update payment_attempts set state = ${state}, page_id = null, next_check_at = null
      where state in ('awaiting_customer', 'confirming') and payment_id = (
        select payment_id from orders where id = ${rowId("ord", id) ?? ""})`;
    await setAttempt("confirming");
    await pass(1.01);
    await started.runSweep("expiry notices");
    await pass(31);
    const endOfGrace = async () => {
      await makeDue(name);
      await renewDue();
      await started.runSweep("deletions after grace");
      return (await rowOf(name)).status;
    };
    expect(await endOfGrace()).toBe("expired");
    expect(await ordersOf(of)).toEqual(["awaiting_payment", "cancelled"]);
    // An unpaid page doesn't keep it.
    await setAttempt("awaiting_customer");
    expect(await endOfGrace()).toBe("redemption");
  });

  it("doesn't end with its grace if a person's page has just been paid, and its notice is on its way", async () => {
    const { of, name } = await unpaid(1);
    const line = { kind: "renewal", name, currentExpiresAt: await of.expiryOf(name) };
    await pass(32);
    await started.runSweep("expiry notices");
    const { paymentUrl } = (await of.order([line], { hosted: true })).json;
    await started.api.holdNotices();
    try {
      await enterCard(paymentUrl);
      await makeDue(name);
      await renewDue();
      await started.runSweep("deletions after grace");
      expect([(await rowOf(name)).status, await renewalsOf(name)]).toEqual(["active", 1]);
    } finally {
      started.api.sendNotices();
    }
  });

  it("is not ordered while a person's order is being carried out, nor twice at the same time", async () => {
    const of = await newCustomer(testCards.pays);
    const name = await expiring(of, 14);
    const currentExpiresAt = await of.expiryOf(name);
    await Promise.all([
      of.post(`/domains/${name}/renew`, { currentExpiresAt }),
      renewalSweep(),
      of.order([{ kind: "renewal", name, currentExpiresAt }]),
      renewalSweep(),
    ]);
    await started.runSweep("order lines");
    expect((await of.charges()).map(({ state }) => state)).toEqual(["succeeded"]);
    expect(await of.refunds()).toEqual([]);
    expect(await renewalsOf(name)).toBe(1);
  });

  it("is listed with the price and the tax that it is charged for today", async () => {
    const { of } = await unpaid();
    const [order] = await of.orders();
    await sql()`
      update orders set total_cents = 1070, tax_cents = 70 where id = ${rowId("ord", order?.id ?? "") ?? ""}`;
    const retry = async (body: object) => (await of.post("/renewals/retry", body)).json;
    const { totals } = await retry({ dryRun: true });
    expect(totals).toEqual([{ currency: "EUR", count: 1, taxCents: comYear.taxCents, totalCents: total }]);
    await of.saveCard(testCards.pays);
    expect((await retry({})).totals).toEqual(totals);
    await renewDue();
    expect((await of.orders()).map(({ state, totalCents }) => [state, totalCents])).toEqual([
      ["completed", total],
      ["cancelled", 1070],
    ]);
  });

  it("is ordered again if its price has changed", async () => {
    const { of, name } = await unpaid();
    await of.saveCard(testCards.pays);
    const cheaper = total - 100;
    await sql()`update orders set total_cents = ${cheaper} where workspace_id = ${of.workspace.id}`;
    await sql()`update payments set amount_cents = ${cheaper} where workspace_id = ${of.workspace.id}`;
    await pass(2);
    await renewDue();
    expect(await of.orders()).toMatchObject([
      { state: "completed", totalCents: total },
      { state: "cancelled", lines: [{ failure: { code: "price_changed" } }] },
    ]);
    expect(await renewalsOf(name)).toBe(1);
  });

  it("expires on its date, and is renewed by a late payment in its grace", async () => {
    const { of, name } = await unpaid(1);
    await pass(1.01);
    await started.runSweep("expiry notices");
    expect((await rowOf(name)).status).toBe("expired");
    expect(await eventsOf(of)).toContain("domain.expired");
    // The change of status makes it due, on a date that was tried.
    await renewDue();
    expect([await mailsOf(name), await triesAgainIn(name)]).toEqual([1, 3]);
    await of.saveCard(testCards.pays);
    await pass(3);
    await renewDue();
    expect(await rowOf(name)).toMatchObject({ status: "active" });
    expect(await renewalsOf(name)).toBe(1);
  });

  it("is replaced by an order without a payment once payments are off, also while its page is open", async () => {
    const { of, name } = await unpaid();
    await pass(2);
    const [order] = await of.orders();
    const { data: page } = (await of.post("/trpc/orders.pay", { id: order?.id, hosted: true })).json.result;
    const off = await started.api.startAnother({ env: { PAYMENTS: "off" } });
    for (const name of ["renewals of domains", "order lines"]) {
      await off.wired
        .createSweeps()
        .find((sweep) => sweep.name === name)
        ?.run(new AbortController().signal);
    }
    expect(await ordersOf(of)).toEqual(["completed", "cancelled"]);
    expect((await of.orders())[0]?.paymentId).toBeNull();
    // Payments are on again, and the page is still open.
    await enterCard(page.paymentUrl);
    const returned = { reason: "order_canceled", amountCents: total };
    await until("the money is being returned", async () => (await of.refunds()).length > 0);
    expect(await of.refunds()).toMatchObject([returned]);
    expect(await renewalsOf(name)).toBe(1);
  });

  it("ends with its grace: the order is cancelled, and the domain deleted", async () => {
    const { of, name } = await unpaid(1);
    await pass(1.01);
    await started.runSweep("expiry notices");
    for (const days of [0, 3, 24]) {
      await pass(days);
      await renewDue();
    }
    expect([await mailsOf(name), await triesAgainIn(name)]).toEqual([3, 3]);
    await pass(3);
    await renewDue();
    expect(await ordersOf(of)).toEqual(["cancelled"]);
    await started.runSweep("deletions after grace");
    expect((await rowOf(name)).status).toBe("redemption");
    expect(await mailsOf(name)).toBe(3);
  });
});

describe("settings", () => {
  it("AUTO_RENEW_UNPAID renews at the last date before the expiry, without a payment", async () => {
    const another = await started.api.startAnother({ env: { AUTO_RENEW_UNPAID: "true" } });
    const sweep = another.wired.createSweeps().find(({ name }) => name === "renewals of domains");
    const run = () => sweep?.run(new AbortController().signal);
    const of = await newCustomer(testCards.failsLater);
    const name = await expiring(of, 3);
    await run();
    expect([await ordersOf(of), await mailsOf(name)]).toEqual([["awaiting_payment"], 1]);
    await pass(2);
    await run();
    await started.runSweep("order lines");
    expect(await of.orders()).toMatchObject([
      { state: "completed", paymentId: null, totalCents: total },
      { state: "cancelled" },
    ]);
    expect(await renewalsOf(name)).toBe(1);
  });
});

describe("a registry that doesn't renew", () => {
  const failing = async (code: number, days: number) => {
    const of = await newCustomer(testCards.pays);
    const name = await expiring(of, days);
    await started.api.registry.injectFault({ kind: "answer", command: "domain:renew", code });
    await renewDue();
    return { of, name };
  };

  it("after a refusal, the payment is returned, and the next date tries with a new order", async () => {
    const { of, name } = await failing(2306, 3);
    expect([await ordersOf(of), await failuresOf(name), await mailsOf(name)]).toEqual([
      ["failed"],
      ["registry_refused"],
      1,
    ]);
    expect(await of.refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    expect(await triesAgainIn(name)).toBe(2);
    await pass(2);
    await renewDue();
    expect([await ordersOf(of), await renewalsOf(name)]).toEqual([["completed", "failed"], 1]);
  });

  it("after refusals until the end of the grace, the domain is kept, and charged no more", async () => {
    const { of, name } = await failing(2306, 1);
    await sql()`update domains set paid_until = paid_until - interval '31 days' where name = ${name}`;
    await sql()`update order_lines set input = jsonb_set(input, '{currentExpiresAt}', to_jsonb(${await of.expiryOf(name)}::text)) where domain_name = ${name}`;
    await makeDue(name);
    await renewDue();
    expect(await of.charges()).toHaveLength(1);
    expect(await rowOf(name)).toMatchObject({ nextDeletionAt: null });
    expect(await triesAgainIn(name)).toBe(1);
  });

  it("while another operation is open, it waits an hour, which is no failure", async () => {
    const of = await newCustomer(testCards.pays);
    const name = await expiring(of, 3);
    await sql()`
      insert into domain_operations (id, workspace_id, domain_name, kind, state, actor, created_at, updated_at)
      values (gen_random_uuid(), ${of.workspace.id}, ${name}, 'deletion', 'pending', '{}', now(), now())`;
    await renewDue();
    const waitsMs = ((await rowOf(name)).nextRenewalAt?.getTime() ?? 0) - (await now()).getTime();
    expect([Math.round(waitsMs / hourMs), await ordersOf(of), await mailsOf(name)]).toEqual([1, [], 0]);
  });

  it("after a failure, it is tried hourly, without a mail, and the expiry waits", async () => {
    const { of, name } = await failing(2400, 0.1);
    await pass(0.1);
    await started.runSweep("expiry notices");
    expect((await rowOf(name)).status).toBe("active");
    expect([await ordersOf(of), await mailsOf(name)]).toEqual([["processing"], 0]);
    await pass(0.2);
    const [line] = await sql()<{ next: string }[]>`
      select next_attempt_at as next from order_lines where domain_name = ${name}`;
    expect(Date.parse(line?.next ?? "") - (await now()).getTime()).toBeLessThanOrEqual(hourMs);
    await started.runSweep("order lines");
    expect([await ordersOf(of), await renewalsOf(name)]).toEqual([["completed"], 1]);
  });
});

describe("a mail plan that is due", () => {
  const renewMail = async () => {
    await started.runSweep("renewals of mail plans");
    await started.runSweep("order lines");
  };
  /** Paid until some days from now, and then charged to another card. */
  async function expiringMail(days: number, card: string) {
    const of = await newCustomer(testCards.pays);
    const name = await of.workspace.addDomain();
    await of.order([{ kind: "mail_plan", domainName: name, planSlug: "pro" }]);
    await of.saveCard(card);
    const expires = await inDays(days);
    const [expiresAt, firstTryAt] = [expires, new Date(expires.getTime() - 14 * dayMs)].map((date) =>
      date.toISOString(),
    ) as [string, string];
    await sql()`
      update mail_domains set paid_until = ${expiresAt}, next_renewal_at = ${firstTryAt} where domain_name = ${name}`;
    return { of, name, expires };
  }
  const mailOf = async (of: Customer, name: string) =>
    (await started.api.call({ path: `/me/mail/${name}`, cookie: of.workspace.owner.cookie })).json;
  const emailsAbout = async (name: string) =>
    (
      await sql()<{ kind: string }[]>`
        select kind from outgoing_emails where strpos(subject, ${name}) > 0 and kind like 'mail_%' order by created_at`
    ).map(({ kind }) => kind);

  it("is renewed with the plan of the next term, and not once its domain has left", async () => {
    const { of, name, expires } = await expiringMail(14, testCards.pays);
    await of.order([{ kind: "mail_plan", domainName: name, planSlug: "starter" }]);
    await renewMail();
    await renewMail();
    const renewed = new Date(expires);
    renewed.setUTCFullYear(expires.getUTCFullYear() + 1);
    expect(await mailOf(of, name)).toMatchObject({
      planSlug: "starter",
      nextPlanSlug: null,
      expiresAt: renewed.toISOString(),
      renewsAt: new Date(renewed.getTime() - 14 * dayMs).toISOString(),
    });
    const [order] = await of.orders();
    expect(order).toMatchObject({ requestedBy: { kind: "system" }, state: "completed" });
    expect(order?.totalCents).toBe(starterYear.priceCents + starterYear.taxCents);
    expect(await emailsAbout(name)).toEqual(["mail_renewed"]);
    await of.post(`/domains/${name}/delete`, { confirmName: name });
    const [left] = await sql()`select next_renewal_at as at from mail_domains where domain_name = ${name}`;
    expect(left).toEqual({ at: null });
  });

  it("is tried once per date, suspended at its end, and active as soon as a try succeeds", async () => {
    const { of, name } = await expiringMail(14, testCards.failsLater);
    await renewMail();
    await sql()`update mail_domains set next_renewal_at = 'epoch' where domain_name = ${name}`;
    await renewMail();
    expect(await mailOf(of, name)).toMatchObject({ status: "active", renewalFailedAt: expect.any(String) });
    expect(await emailsAbout(name)).toEqual(["mail_renewal_failed"]);
    await pass(14);
    expect(await mailOf(of, name)).toMatchObject({ status: "suspended" });
    await of.saveCard(testCards.pays);
    await pass(3);
    const paidAt = (await now()).getTime();
    await renewMail();
    const { status, expiresAt, renewalFailedAt } = await mailOf(of, name);
    expect([status, renewalFailedAt]).toEqual(["active", null]);
    expect(Date.parse(expiresAt) - paidAt).toBeGreaterThanOrEqual(365 * dayMs);
    expect(await emailsAbout(name)).toEqual(["mail_renewal_failed", "mail_renewed"]);
    expect((await ordersOf(of))[0]).toBe("completed");
  });

  it("is offered to those who may pay it, unless its domain has expired", async () => {
    const { of, name } = await expiringMail(13, testCards.failsLater);
    await renewMail();
    for (const scope of ["payments:write", "domains:buy"]) {
      const { headers } = await newApiKey(started.api, of.workspace, { scopes: [scope] });
      const offered = async () => {
        const body = { dryRun: true };
        const call = { method: "POST", path: "/renewals/retry", headers, body };
        return (await started.api.call(call)).json.renewals.map((renewal: { name: string }) => renewal.name);
      };
      expect(await offered()).toEqual([name]);
      await sql()`update domains set status = 'expired' where name = ${name}`;
      expect(await offered()).toEqual([]);
      await sql()`update domains set status = 'active' where name = ${name}`;
    }
  });

  it("isn't charged if its domain comes back more than two weeks after its end", async () => {
    const { of, name } = await expiringMail(-15, testCards.pays);
    const charges = await of.charges();
    await renewMail();
    expect(await of.charges()).toEqual(charges);
    expect(await mailOf(of, name)).toMatchObject({ status: "suspended", renewsAt: null });
    const [row] = await sql()`select next_renewal_at as at from mail_domains where domain_name = ${name}`;
    expect(row).toEqual({ at: null });
  });

  it("stays suspended after two weeks, without another try, until someone pays", async () => {
    const { of, name } = await expiringMail(1, testCards.failsLater);
    await renewMail();
    await pass(15.1);
    await renewMail();
    expect(await ordersOf(of)).toEqual(["cancelled", "completed"]);
    expect(await mailOf(of, name)).toMatchObject({ status: "suspended", autoRenew: true, renewsAt: null });
    await of.saveCard(testCards.pays);
    const paid = await of.order([{ kind: "mail_plan", domainName: name, planSlug: "starter" }]);
    expect(paid.json).toMatchObject({ state: "completed", lines: [{ years: 1 }] });
    const mail = await mailOf(of, name);
    expect(mail).toMatchObject({ status: "active", planSlug: "starter", renewsAt: expect.any(String) });
  });
});
