import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import type { Answer } from "../../../../test/support/answer.ts";
import {
  type Customer,
  comYear,
  newName,
  starterYear,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { until } from "../../../../test/support/until.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { suspendUnpaid } from "./suspend-unpaid.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let of: Customer;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const year = totalOf(comYear);
const plan = totalOf(starterYear);
const days = (count: number) => started.api.sql`
  update business_clock set offset_ms = offset_ms + ${count * 86_400_000}`;

const read = async (path: string, by: Customer = of) =>
  (await started.api.call({ path, cookie: by.workspace.owner.cookie })).json;
const statusOf = async (name: string) => {
  const { status, explanation, locked, registryStatuses } = await read(`/domains/${name}`);
  return { status, code: explanation.code, locked, isOnHold: registryStatuses.includes("clientHold") };
};
const free = { status: "active", code: "active_auto_renew", locked: false, isOnHold: false };
const suspended = { status: "active", code: "suspended_unpaid", locked: true, isOnHold: true };

/** Of the dispute about an order's payment; recorded when the order has the amount. */
async function lose(paymentId: string, by: Customer = of): Promise<void> {
  const dispute = `/sandbox/payments/${paymentId}/dispute`;
  expect((await by.post(dispute, {})).status).toBe(201);
  expect((await by.post(`${dispute}/close`, { won: false })).status).toBe(200);
  await until(
    "the loss is recorded",
    async () =>
      (
        await started.api.sql`
        select 1 from payment_disputes where state = 'lost' and payment_id = ${rowId("pay", paymentId) ?? ""}`
      ).length > 0,
  );
}

/** The sweeps that look at suspensions and locks, as if an hour had passed since the last failure. */
async function sweep(): Promise<void> {
  await started.api.sql`
    update orders set suspension_check_at = 'epoch'
    where suspension_check_at is not null and workspace_id = ${of.workspace.id}`;
  await started.runSweep("disputed domains");
  await started.runSweep("suspensions");
}

const emails = async () =>
  started.api.sql<{ to: string; subject: string }[]>`
    select to_address as to, subject from outgoing_emails where kind = 'dispute_lost'
    and to_address in (${of.workspace.owner.email}) order by id`;
const settle = (id: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  of.post(`/orders/${id}/settle`, body, headers);

type Bought = { id: string; paymentId: string };

/** Unlocked, so that each lock is one of the loss. */
async function register(name: string): Promise<Bought> {
  const { json } = await of.order([{ ...of.registration(name), locked: false }]);
  expect(json.state).toBe("completed");
  return json;
}

const sweepCtx = () => {
  const {
    forApi: { base },
    ports,
  } = started.api.wired;
  const actor = { kind: "system", job: "test" } as const;
  const operator = { email: undefined, lowBalanceCents: undefined };
  return { ...base, ...ports, actor, operator, requestId: null, ipAddress: null };
};

/** A new customer with a domain whose payment was lost. */
async function lost() {
  of = await started.newPayer();
  const name = newName();
  const order = await register(name);
  await lose(order.paymentId);
  return { name, ...order };
}

describe("a domain whose payment was lost in a dispute", () => {
  it("is suspended seven days after an email, and as before once it is settled", async () => {
    const { name, id } = await lost();
    await sweep();
    expect((await emails()).map(({ subject }) => subject)).toEqual([
      `Payment taken back: ${name} will be suspended`,
    ]);
    expect(await statusOf(name)).toEqual({ ...free, locked: true });
    expect((await read(`/orders/${id}`)).unsettled).toMatchObject({ amountCents: year });
    await days(6);
    await sweep();
    expect(await statusOf(name)).toEqual({ ...free, locked: true });
    await days(2);
    await sweep();
    await sweep();
    expect(await statusOf(name)).toEqual(suspended);
    expect(await emails()).toHaveLength(1);
    for (const body of [{ locked: false }, { locked: true }]) {
      const changed = await of.patch(`/domains/${name}`, body);
      expect([changed.status, changed.json.code]).toEqual(
        body.locked ? [200, undefined] : [409, "suspended_unpaid"],
      );
    }
    const code = await of.post(`/domains/${name}/auth-code`, {});
    expect([code.status, code.json.code]).toEqual([409, "suspended_unpaid"]);

    const settled = await settle(id);
    expect([settled.status, settled.json]).toMatchObject([
      201,
      {
        state: "completed",
        totalCents: year,
        taxCents: comYear.taxCents,
        settlesOrderId: id,
        lines: [{ kind: "settlement", domainName: name, state: "completed" }],
      },
    ]);
    await started.runSweep("disputed domains");
    expect(await statusOf(name)).toEqual(free);
    expect((await read(`/orders/${id}`)).unsettled).toBeNull();
    const again = await settle(id);
    expect([again.status, again.json.code]).toEqual([409, "nothing_to_settle"]);
    await days(400);
    await sweep();
    expect((await statusOf(name)).isOnHold).toBe(false);
  });

  it("isn't suspended if it is settled within the seven days", async () => {
    const { name, id } = await lost();
    await sweep();
    expect((await settle(id)).status).toBe(201);
    await days(10);
    await sweep();
    expect(await statusOf(name)).toEqual(free);
  });

  it("is suspended once its registry answers again, and released in the same way", async () => {
    const { name, id } = await lost();
    await sweep();
    await days(8);
    await started.api.registry.injectFault({ kind: "drop_before", command: "domain:update" });
    await sweep();
    expect((await statusOf(name)).isOnHold).toBe(false);
    await sweep();
    expect(await statusOf(name)).toEqual(suspended);
    await started.api.registry.injectFault({ kind: "drop_before", command: "domain:update" });
    expect((await settle(id)).json.state).toBe("completed");
    expect((await statusOf(name)).isOnHold).toBe(true);
    await sweep();
    expect((await statusOf(name)).isOnHold).toBe(false);
  });

  it("keeps a lock that its owner had set", async () => {
    const { name, id } = await lost();
    await started.api.sql`update order_lines set is_locked_for_dispute = false where domain_name = ${name}`;
    await sweep();
    await days(8);
    await sweep();
    await started.api.sql`
      update order_lines set is_locked_for_dispute = false where domain_name = ${name}`;
    await settle(id);
    await started.runSweep("disputed domains");
    expect(await statusOf(name)).toEqual({ ...free, locked: true });
  });

  it("isn't suspended if it was renewed and paid again since", async () => {
    const { name } = await lost();
    const currentExpiresAt = await of.expiryOf(name);
    expect((await of.order([{ kind: "renewal", name, currentExpiresAt }])).status).toBe(201);
    await sweep();
    await days(8);
    await sweep();
    expect((await statusOf(name)).code).not.toBe("suspended_unpaid");
    expect(await emails()).toEqual([]);
  });

  it("isn't suspended for a renewal before the term that it pays for", async () => {
    of = await started.newPayer();
    const name = newName();
    await register(name);
    const currentExpiresAt = await of.expiryOf(name);
    const { json } = await of.order([{ kind: "renewal", name, currentExpiresAt }]);
    await lose(json.paymentId);
    await sweep();
    await days(300);
    await sweep();
    expect((await statusOf(name)).code).not.toBe("suspended_unpaid");
    await days(70);
    await sweep();
    expect((await statusOf(name)).code).toBe("suspended_unpaid");
  });

  it("isn't suspended while another registrar's transfer is under way, but once that has ended", async () => {
    const { name } = await lost();
    await sweep();
    await days(8);
    await started.api.sql`update domains set status = 'pending_transfer' where name = ${name}`;
    await sweep();
    expect(await statusOf(name)).toMatchObject({ status: "pending_transfer", isOnHold: false });
    await started.api.sql`update domains set status = 'active' where name = ${name}`;
    await sweep();
    expect(await statusOf(name)).toEqual(suspended);
  });

  it("is kept with the setting, which also ends suspensions; its amount can be settled", async () => {
    const { name, id } = await lost();
    const keep = { ...sweepCtx(), suspendsUnpaid: false };
    const sweepKeeping = async () => {
      await started.api.sql`
        update orders set suspension_check_at = 'epoch' where id = ${rowId("ord", id) ?? ""}`;
      await suspendUnpaid(keep, new AbortController().signal);
    };
    await sweepKeeping();
    await days(8);
    await sweepKeeping();
    expect([(await statusOf(name)).isOnHold, await emails()]).toEqual([false, []]);
    await started.api
      .sql`update orders set suspension_check_at = 'epoch' where id = ${rowId("ord", id) ?? ""}`;
    await sweep();
    await days(8);
    await sweep();
    expect((await statusOf(name)).isOnHold).toBe(true);
    await sweepKeeping();
    expect((await statusOf(name)).isOnHold).toBe(false);
    expect((await settle(id)).status).toBe(201);
  });

  it("isn't left on hold if it is settled while its registry is asked", async () => {
    const { name, id } = await lost();
    await sweep();
    await days(8);
    await started.api
      .sql`update orders set suspension_check_at = 'epoch' where id = ${rowId("ord", id) ?? ""}`;
    await started.api.registry.injectFault({ kind: "slow", command: "domain:update", delayMs: 4000 });
    const sweeping = started.runSweep("suspensions");
    await until(
      "its suspension has begun",
      async () =>
        (await started.api.sql`select 1 from domains where name = ${name} and suspended_at is not null`)
          .length > 0,
    );
    expect((await settle(id)).json.state).toBe("completed");
    await sweeping;
    await started.runSweep("disputed domains");
    await sweep();
    expect(await statusOf(name)).toEqual(free);
  });

  it("is suspended for the first loss once the payment since is lost too", async () => {
    const { name } = await lost();
    const currentExpiresAt = await of.expiryOf(name);
    const { json } = await of.order([{ kind: "renewal", name, currentExpiresAt }]);
    await sweep();
    expect(await emails()).toEqual([]);
    await lose(json.paymentId);
    await sweep();
    expect(await emails()).not.toEqual([]);
    await days(8);
    await sweep();
    expect((await statusOf(name)).code).toBe("suspended_unpaid");
  });

  it("is suspended for a loss once the payment since was refunded", async () => {
    const { name } = await lost();
    const currentExpiresAt = await of.expiryOf(name);
    const { json } = await of.order([{ kind: "renewal", name, currentExpiresAt }]);
    await sweep();
    const { cookie } = await started.api.createOperator();
    const path = `/operator/payments/${json.paymentId}/refunds`;
    expect(
      (await started.api.call({ method: "POST", path, body: { reason: "goodwill" }, cookie })).status,
    ).toBe(201);
    await sweep();
    await days(8);
    await sweep();
    expect((await statusOf(name)).code).toBe("suspended_unpaid");
  });

  it("isn't asked for less than can be charged", async () => {
    of = await started.newPayer();
    const name = newName();
    const { id, paymentId } = await register(name);
    const { lines } = await read(`/orders/${id}`);
    const { cookie } = await started.api.createOperator();
    const path = `/operator/payments/${paymentId}/refunds`;
    const allocation = [{ lineId: lines[0].id, amountCents: year - 14 }];
    expect(
      (await started.api.call({ method: "POST", path, body: { reason: "Discount", allocation }, cookie }))
        .status,
    ).toBe(201);
    await lose(paymentId);
    const settled = await settle(id);
    expect([settled.status, settled.json.code, (await read(`/orders/${id}`)).unsettled]).toEqual([
      409,
      "nothing_to_settle",
      null,
    ]);
  });

  it("isn't suspended in another workspace that has it by now", async () => {
    const { name, id } = await lost();
    await sweep();
    const loser = of;
    await started.api.sql`
      update domains set status = 'transferred_out' where name = ${name}`;
    const other = await started.newPayer();
    await started.api.sql`
      insert into domains select (jsonb_populate_record(d, jsonb_build_object(
        'id', ${newId()}::text, 'workspace_id', ${other.workspace.id}::text, 'status', 'active',
        'registrant_contact_id', null, 'admin_contact_id', null, 'tech_contact_id', null))).*
      from domains d where name = ${name}`;
    await days(8);
    await sweep();
    of = other;
    expect((await statusOf(name)).isOnHold).toBe(false);
    of = loser;
    expect((await settle(id)).status).toBe(201);
  });
});

describe("a mail plan whose payment was lost", () => {
  it("is suspended at once, and continues its term once it is settled", async () => {
    of = await started.newPayer();
    const domainName = await of.workspace.addDomain();
    const { json } = await of.order([{ kind: "mail_plan", domainName, planSlug: "starter" }]);
    const mail = () => read(`/me/mail/${domainName}`);
    const before = await mail();
    await lose(json.paymentId);
    await sweep();
    expect(await mail()).toMatchObject({ status: "suspended", suspensionReason: "unpaid" });
    expect(await emails()).toHaveLength(1);
    const settled = await settle(json.id);
    expect(settled.json).toMatchObject({ state: "completed", totalCents: plan });
    expect(await mail()).toEqual(before);
  });

  it("continues with another year that is bought instead", async () => {
    of = await started.newPayer();
    const domainName = await of.workspace.addDomain();
    const { json } = await of.order([{ kind: "mail_plan", domainName, planSlug: "starter" }]);
    await lose(json.paymentId);
    await sweep();
    await of.order([{ kind: "mail_plan", domainName, planSlug: "starter" }]);
    await sweep();
    expect(await read(`/me/mail/${domainName}`)).toMatchObject({ status: "active" });
  });
});

describe("settling", () => {
  it("charges once, whatever the number of requests", async () => {
    const { id } = await lost();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => settle(id)));
    const outcomes = answers.map(({ status, json }) => [status, json.code]);
    expect(outcomes.filter(([status]) => status === 201)).toHaveLength(1);
    for (const [status, code] of outcomes.filter(([made]) => made !== 201)) {
      expect(status).toBe(409);
      expect(["already_ordered", "nothing_to_settle"]).toContain(code);
    }
  });

  it("finds its order by the idempotency key", async () => {
    const { id } = await lost();
    const key = { "idempotency-key": newId() };
    const [one, other] = [await settle(id, {}, key), await settle(id, {}, key)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.json.id).toBe(one.json.id);
  });

  it("answers 402 with a page when the card is declined, and opens one on request", async () => {
    const { id } = await lost();
    await of.saveCard("4000000000000341");
    const declined = await settle(id);
    expect([declined.status, declined.json]).toMatchObject([
      402,
      { code: "card_declined", paymentUrl: expect.stringMatching(/^http/) },
    ]);
    expect((await read(`/orders/${id}`)).unsettled).toMatchObject({ amountCents: year });
    const page = await settle(id, { hosted: true });
    expect([page.status, page.json]).toMatchObject([
      201,
      { state: "awaiting_payment", paymentUrl: expect.stringMatching(/^http/) },
    ]);
    expect(page.json.replacedOrders).toMatchObject([{ id: declined.json.orderId }]);
  });

  it("is refused for orders without a loss, of others, and of callers without the right", async () => {
    of = await started.newPayer();
    const order = await register(newName());
    expect((await settle(order.id)).json.code).toBe("nothing_to_settle");
    expect((await settle(publicId("ord", newId()))).status).toBe(404);
    const [mine, other] = [of, await started.newPayer()];
    await lose(order.paymentId);
    of = other;
    expect((await settle(order.id)).status).toBe(404);
    of = mine;
    const call = (credentials: object) =>
      started.api.call({ method: "POST", path: `/orders/${order.id}/settle`, body: {}, ...credentials });
    expect((await call({})).status).toBe(401);
    expect((await call({ cookie: (await of.workspace.join("read_only")).cookie })).status).toBe(403);
    const { headers } = await newApiKey(started.api, of.workspace, { scopes: ["payments:read"] });
    expect((await call({ headers })).status).toBe(403);
    expect((await call({ cookie: (await of.workspace.join("billing")).cookie })).status).toBe(201);
  });

  it("is owed again if the settlement's payment is lost too, and ends when the operator lifts it", async () => {
    const { name, id } = await lost();
    await sweep();
    const { json } = await settle(id);
    await lose(json.paymentId);
    await sweep();
    expect((await read(`/orders/${id}`)).unsettled).toMatchObject({ amountCents: year });
    await days(8);
    await sweep();
    expect((await statusOf(name)).isOnHold).toBe(true);
    const { cookie } = await started.api.createOperator();
    const path = `/operator/payments/${(await read(`/orders/${id}`)).paymentId}/release`;
    const release = () => started.api.call({ method: "POST", path, body: { reason: "goodwill" }, cookie });
    expect((await release()).json.order.unsettled).toBeNull();
    expect((await statusOf(name)).isOnHold).toBe(false);
    expect((await release()).status).toBe(409);
  });

  it("leaves the books as if the order had been paid once, and each transaction at zero", async () => {
    const { id } = await lost();
    await settle(id);
    const accounts = await started.api.sql`
      select account, sum(amount_cents)::int as cents from ledger_entries
      where workspace_id = ${of.workspace.id} and account not like 'registry%' group by account order by account`;
    expect(accounts.filter(({ cents }) => cents !== 0)).toEqual([
      { account: "processor", cents: year },
      { account: "sales", cents: -comYear.priceCents },
      { account: "tax", cents: -comYear.taxCents },
    ]);
    const sums = await started.api.sql`
      select transaction_id from ledger_entries where workspace_id = ${of.workspace.id}
      group by transaction_id having sum(amount_cents) <> 0`;
    expect(sums).toEqual([]);
  });
});

describe("a registration that is undone while its payment is disputed", () => {
  const open = async (paymentId: string) => {
    expect((await of.post(`/sandbox/payments/${paymentId}/dispute`, {})).status).toBe(201);
    await until(
      "the dispute is recorded",
      async () =>
        (
          await started.api.sql`
          select 1 from payment_disputes where payment_id = ${rowId("pay", paymentId) ?? ""}`
        ).length > 0,
    );
  };
  const undone = async () => {
    of = await started.newPayer();
    const name = newName();
    const order = await register(name);
    await open(order.paymentId);
    expect((await of.post(`/domains/${name}/delete`, { confirmName: name })).status).toBe(201);
    expect(await of.refunds()).toEqual([]);
    return order;
  };

  it("is refunded once the dispute is won", async () => {
    const { paymentId } = await undone();
    await of.post(`/sandbox/payments/${paymentId}/dispute/close`, { won: true });
    await until("the refund is stored", async () => (await of.refunds()).length > 0);
    expect(await of.refunds()).toMatchObject([{ reason: "domain_deleted", amountCents: year }]);
  });

  it.each([
    ["waited before", "before"],
    ["is deleted meanwhile", "meanwhile"],
  ])(
    "waits for the operator after the dispute is won, beyond the monthly number: one that %s",
    async (_, when) => {
      of = await started.newPayer();
      const remove = async (name: string) =>
        expect((await of.post(`/domains/${name}/delete`, { confirmName: name })).status).toBe(201);
      for (const _ of [1, 2, 3]) {
        const other = newName();
        await register(other);
        await remove(other);
      }
      const name = newName();
      const { paymentId } = await register(name);
      const steps = [() => remove(name), () => open(paymentId)];
      for (const step of when === "before" ? steps : steps.toReversed()) {
        await step();
      }
      await of.post(`/sandbox/payments/${paymentId}/dispute/close`, { won: true });
      const states = async () =>
        (
          await started.api.sql`
        select state from refunds where payment_id = ${rowId("pay", paymentId) ?? ""}`
        ).map(({ state }) => state);
      await until(
        "the dispute is recorded as won",
        async () =>
          (
            await started.api.sql`
          select 1 from payment_disputes where state = 'won' and payment_id = ${rowId("pay", paymentId) ?? ""}`
          ).length > 0,
      );
      expect(await states()).toEqual(["waiting"]);
    },
  );

  it("leaves nothing to the operator once the dispute is lost", async () => {
    of = await started.newPayer();
    const own: { name: string; paymentId: string }[] = [];
    for (const _ of [1, 2, 3, 4]) {
      const name = newName();
      own.push({ name, ...(await register(name)) });
      await of.post(`/domains/${name}/delete`, { confirmName: name });
    }
    expect((await of.refunds()).map(({ state }) => state)).toContain("waiting");
    await lose(own[3]?.paymentId ?? "");
    expect((await of.refunds()).map(({ state }) => state)).not.toContain("waiting");
  });

  it("isn't owed once the dispute is lost", async () => {
    const { id, paymentId } = await undone();
    await of.post(`/sandbox/payments/${paymentId}/dispute/close`, { won: false });
    await until(
      "the loss is recorded",
      async () =>
        (
          await started.api.sql`
          select 1 from payment_disputes where state = 'lost' and payment_id = ${rowId("pay", paymentId) ?? ""}`
        ).length > 0,
    );
    await sweep();
    expect([await emails(), (await settle(id)).json.code]).toEqual([[], "nothing_to_settle"]);
  });
});
