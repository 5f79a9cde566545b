import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Customer,
  comYear,
  newName,
  starterYear,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { readCsv } from "../../../../test/support/read-csv.ts";
import type { Person } from "../../../../test/support/start-api.ts";
import { rowId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
let operator: Person;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
  customer = await started.newPayer();
  operator = await started.api.createOperator();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const reason = "Known customer";
const sql = () => started.api.sql;
const ask = (method: string, path: string, body?: object) =>
  started.api.call({ method, path: `/operator${path}`, body, cookie: operator.cookie });

type Bought = { paymentId: string; lineId: string };

/** One line, carried out at once. */
async function buy(line: object): Promise<Bought> {
  const { json } = await customer.order([line]);
  expect(json).toMatchObject({ state: "completed" });
  return { paymentId: json.paymentId, lineId: json.lines[0].id };
}

async function newDomain(): Promise<{ name: string; registration: Bought }> {
  const name = newName();
  return { name, registration: await buy(customer.registration(name)) };
}

const mailOf = async (name: string) =>
  (await started.api.call({ path: `/me/mail/${name}`, cookie: customer.workspace.owner.cookie })).json;
const plan = (domainName: string, planSlug: string, currentExpiresAt?: string) =>
  buy({ kind: "mail_plan", domainName, planSlug, ...(currentExpiresAt ? { currentExpiresAt } : {}) });
const refund = ({ paymentId }: Bought, more: object = {}) =>
  ask("POST", `/payments/${paymentId}/refunds`, { reason, ...more });
const effectOf = async (bought: Bought) => (await refund(bought, { dryRun: true })).json.lines?.[0]?.effect;
const yearBefore = (instant: string) => `${Number(instant.slice(0, 4)) - 1}${instant.slice(4)}`;

describe("a mail plan that is refunded in full", () => {
  it("ends: mail is suspended as unpaid, nothing is erased, and no card is charged until a person pays", async () => {
    const { name } = await newDomain();
    const bought = await plan(name, "starter");
    const shown = (await refund(bought, { dryRun: true })).json;
    expect(shown).toMatchObject({
      lines: [{ effect: "plan_ended" }],
      warnings: [{ code: "plan_ended", message: expect.stringContaining(name) }],
    });
    expect((await mailOf(name)).status).toBe("active");
    const made = await refund(bought);
    expect([made.status, made.json]).toMatchObject([
      201,
      [{ state: "succeeded", amountCents: totalOf(starterYear), lines: [{ isGivenAway: false }] }],
    ]);
    expect(await mailOf(name)).toMatchObject({
      status: "suspended",
      suspensionReason: "unpaid",
      autoRenew: false,
      renewsAt: null,
      erasesAt: null,
    });
    const orders = await customer.orders();
    await started.runSweep("renewals of mail plans");
    expect(await customer.orders()).toEqual(orders);
    await plan(name, "starter");
    expect((await mailOf(name)).status).toBe("active");
  });

  it("ends the next year alone if it paid for that, and leaves a year that another payment has paid for", async () => {
    const { name } = await newDomain();
    const first = await plan(name, "starter");
    const { expiresAt } = await mailOf(name);
    const second = await plan(name, "starter", expiresAt);
    await refund(second);
    expect(await mailOf(name)).toMatchObject({ status: "active", expiresAt });
    const third = await plan(name, "starter", expiresAt);
    const before = (await mailOf(name)).expiresAt;
    await refund(first);
    // What was used of the first year isn't taken from the other one.
    const after = await mailOf(name);
    expect(after.status).toBe("active");
    expect(Date.parse(after.expiresAt)).toBeGreaterThanOrEqual(Date.parse(yearBefore(before)));
    expect(Date.parse(after.expiresAt)).toBeLessThan(Date.parse(before));
    await refund(third);
    expect((await mailOf(name)).status).toBe("suspended");
  });

  it("falls back to the plan before an upgrade, and is given away once another upgrade builds on it", async () => {
    const { name } = await newDomain();
    await plan(name, "starter");
    const { expiresAt } = await mailOf(name);
    const pro = await plan(name, "pro");
    const business = await plan(name, "business");
    expect([await effectOf(pro), await effectOf(business)]).toEqual(["given_away", "plan_reverted"]);
    await refund(business);
    expect(await mailOf(name)).toMatchObject({ planSlug: "pro", maxAccounts: 25, expiresAt });
    expect(await effectOf(pro)).toBe("plan_reverted");
    await refund(pro);
    expect(await mailOf(name)).toMatchObject({
      planSlug: "starter",
      maxAccounts: 5,
      storageGigabytes: 2,
      status: "active",
      expiresAt,
    });
  });

  it("stays as it is in part, with keepGoods, and when the money of its refund is refunded once more", async () => {
    const { name } = await newDomain();
    const bought = await plan(name, "starter");
    // To the processor, the refund below has succeeded: a late notice would say so.
    await started.api.holdNotices();
    await refund(bought, { allocation: [{ lineId: bought.lineId, amountCents: 100 }] });
    const kept = await plan((await newDomain()).name, "starter");
    await refund(kept, { keepGoods: true });
    expect((await mailOf(name)).status).toBe("active");

    await refund(bought);
    await plan(name, "starter");
    // The bank returns the refund of the first plan, which is owed from then on.
    await sql()`update refunds set state = 'failed' where payment_id = ${rowId("pay", bought.paymentId) ?? ""}`;
    await sql()`update payments set refunded_cents = 0 where id = ${rowId("pay", bought.paymentId) ?? ""}`;
    expect(await effectOf(bought)).toBe("money_only");
    started.api.sendNotices();
  });

  it("ends the plan of a domain whose registration is undone with it", async () => {
    const name = newName();
    const lines = [customer.registration(name), { kind: "mail_plan", domainName: name, planSlug: "starter" }];
    const { id } = (await customer.order(lines)).json;
    for (const _ of lines) {
      await customer.makeDue();
      await started.runSweep("order lines");
    }
    const { paymentId, lines: bought } = await customer.readOrder(id);
    const made = (await refund({ paymentId: paymentId ?? "", lineId: bought[1]?.id ?? "" })).json;
    expect(made.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([
      totalOf(comYear),
      totalOf(starterYear),
    ]);
    const [mail] = await sql()`select paid_until <= left_at + interval '1 minute' as "hasEnded"
      from mail_domains where domain_name = ${name}`;
    expect(mail).toEqual({ hasEnded: true });
  });
});

describe("what can't be taken back", () => {
  const giftOf = async (lineId: string) =>
    await sql()`
      select account, sum(amount_cents)::int as cents from ledger_entries
      where cause in (${`given_away:${rowId("orl", lineId)}`}, ${`given_away_returned:${rowId("orl", lineId)}`})
      group by account order by account`;

  it("is given away: a renewal is posted as a cost, which the workspace's export leaves out", async () => {
    const { name } = await newDomain();
    const renewal = await buy({
      kind: "renewal",
      name,
      currentExpiresAt: await customer.expiryOf(name),
      years: 1,
    });
    const expiresAt = await customer.expiryOf(name);
    expect(await effectOf(renewal)).toBe("given_away");
    expect((await refund(renewal)).json).toMatchObject([{ lines: [{ isGivenAway: true }] }]);
    expect([await customer.expiryOf(name), await started.isHeld(name)]).toEqual([expiresAt, true]);
    const costCents = comYear.priceCents;
    expect(await giftOf(renewal.lineId)).toEqual([
      { account: "given_away", cents: costCents },
      { account: "registry_costs", cents: -costCents },
    ]);
    const theirs = readCsv(
      (await started.api.call({ path: "/ledger/export", cookie: customer.workspace.owner.cookie })).text,
    );
    expect(theirs.filter(({ account }) => account === "given_away")).toEqual([]);
    const all = readCsv((await ask("GET", "/ledger/export")).text);
    const gift = all.find(
      (row) => row.account === "given_away" && row.paymentId === renewal.paymentId,
    )?.transactionId;
    const sum = all
      .filter(({ transactionId }) => transactionId === gift)
      .reduce((total, { amountCents }) => total + Number(amountCents), 0);
    expect([gift !== undefined, sum]).toEqual([true, 0]);

    // The registry returns the cost after all, when the domain is deleted in its grace period.
    await customer.post(`/domains/${name}/delete`, { confirmName: name });
    expect(await giftOf(renewal.lineId)).toEqual([
      { account: "given_away", cents: 0 },
      { account: "registry_costs", cents: 0 },
    ]);
  });

  it("costs nothing if the registry has returned the charge before", async () => {
    const { name } = await newDomain();
    const renewal = await buy({
      kind: "renewal",
      name,
      currentExpiresAt: await customer.expiryOf(name),
      years: 1,
    });
    await customer.post(`/domains/${name}/delete`, { confirmName: name });
    expect((await refund(renewal)).status).toBe(201);
    expect(await giftOf(renewal.lineId)).toEqual([]);
  });

  it("is never a domain outside its add grace period", async () => {
    const { name, registration } = await newDomain();
    await sql()`update domains set registered_at = registered_at - interval '10 days' where name = ${name}`;
    expect(await effectOf(registration)).toBe("given_away");
    expect((await refund(registration)).status).toBe(201);
    expect(await started.isHeld(name)).toBe(true);
    expect(await giftOf(registration.lineId)).toHaveLength(2);
  });
});

describe("a refund that is interrupted", () => {
  it.each([
    ["mail_domains", "update"],
    ["audit_entries", "insert"],
    ["refunds", "insert"],
  ])("at %s (%s) changes neither the plan nor the money, and can be repeated", async (table, event) => {
    const { name } = await newDomain();
    const bought = await plan(name, "starter");
    await sql().unsafe(`
      create function interrupt() returns trigger language plpgsql as
        $$begin if new::text ~ '(plan_taken_back|requested|${name})' then raise 'interrupted'; end if; return new; end$$;
      create trigger interrupt before ${event} on ${table} for each row execute function interrupt()`);
    try {
      expect((await refund(bought)).status).toBe(500);
    } finally {
      await sql().unsafe(`drop trigger interrupt on ${table}; drop function interrupt()`);
    }
    expect((await mailOf(name)).status).toBe("active");
    expect((await ask("GET", `/payments/${bought.paymentId}`)).json.refunds).toEqual([]);
    expect((await refund(bought)).status).toBe(201);
    expect((await mailOf(name)).status).toBe("suspended");
    expect((await ask("GET", `/payments/${bought.paymentId}`)).json.refunds).toHaveLength(1);
  });

  it("between its commit and the processor is sent by the sweep, and takes nothing back twice", async () => {
    const { name } = await newDomain();
    await plan(name, "starter");
    const { expiresAt } = await mailOf(name);
    const next = await plan(name, "starter", expiresAt);
    const made = (await refund(next)).json[0];
    // As if the process had died before it was sent.
    await sql()`
      update refunds set next_check_at = 'epoch' where id = ${rowId("rfd", made.id) ?? ""}`;
    await started.runSweep("refunds");
    expect(await mailOf(name)).toMatchObject({ status: "active", expiresAt });
    expect((await ask("GET", `/payments/${next.paymentId}`)).json).toMatchObject({
      status: "refunded",
      refunds: [{ state: "succeeded" }],
    });
  });
});
