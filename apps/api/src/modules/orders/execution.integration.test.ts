import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../test/support/api-key.ts";
import { until } from "../../../test/support/until.ts";
import { newId, rowId } from "../../kernel/ids.ts";
import { type Customer, comYear, newName, startOrders } from "./orders-fixture.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
  customer = await started.newCustomer();
  await customer.saveCard();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const total = comYear.priceCents + comYear.taxCents;
const runLines = async (of: Customer = customer) => {
  await of.makeDue();
  await started.runSweep("order lines");
};
/** The registry doesn't answer the next registration. */
const silence = () => started.api.registry.injectFault({ kind: "drop_before", command: "domain:create" });
const operationsOf = (name: string) => started.api.sql<{ id: string; kind: string; state: string }[]>`
  select id, kind, state from domain_operations where domain_name = ${name} order by id`;
const lineState = async (orderId: string, of: Customer = customer) => {
  const { state, lines } = await of.readOrder(orderId);
  return [state, ...lines.map((line) => [line.state, line.failure?.code ?? null])];
};
/** A paid order whose process died before its lines began, or after the registry had answered. */
const killedAfter = async (orderId: string, what: "charge" | "registry") => {
  const id = rowId("ord", orderId) ?? "";
  await started.api.sql`update orders set state = 'processing', finished_at = null where id = ${id}`;
  await started.api.sql`
    update order_lines set state = ${what === "charge" ? "pending" : "running"}, operation_id = null,
      finished_at = null, next_attempt_at = 'epoch', leased_until = 'epoch', gives_up_at = now() + interval '1 day'
    where order_id = ${id}`;
};

describe("after a crash", () => {
  it("finds the operation that has begun, and begins no other", async () => {
    const name = newName();
    const { id, lines } = (await customer.order([customer.registration(name)])).json;
    await killedAfter(id, "registry");
    await started.runSweep("order lines");
    expect(await customer.readOrder(id)).toMatchObject({
      state: "completed",
      lines: [{ state: "completed", operationId: lines[0].operationId }],
    });
    expect(await operationsOf(name)).toHaveLength(1);
  });

  it("activates mail once, since the line ends in the same transaction", async () => {
    const domainName = await customer.workspace.addDomain();
    await started.api.sql`
      create or replace function break_audit() returns trigger language plpgsql as $$
      begin if new.action = 'mail.activated' then raise exception 'the process is gone'; end if; return new; end $$`;
    await started.api.sql`
      create trigger break_audit before insert on audit_entries for each row execute function break_audit()`;
    const plan = { kind: "mail_plan", domainName, planSlug: "starter" };
    const { id, state } = (await customer.order([plan])).json;
    await started.api.sql`drop trigger break_audit on audit_entries`;
    expect(state).toBe("processing");
    await runLines();
    expect(await lineState(id)).toEqual(["completed", ["completed", null]]);
  });
});

describe("a registry without an answer", () => {
  it("is asked what became of the command, which is repeated if it was lost", async () => {
    await silence();
    const name = newName();
    const placed = await customer.order([customer.registration(name)]);
    expect([placed.status, placed.json.state]).toEqual([201, "processing"]);
    await started.api.sql`update domain_intents set leased_until = 'epoch' where leased_until is not null`;
    await started.runSweep("registry sync");
    await runLines();
    expect(await lineState(placed.json.id)).toEqual(["completed", ["completed", null]]);
    expect((await operationsOf(name)).map((operation) => operation.state)).toEqual(["failed", "succeeded"]);
  });

  it("is given up after a day, and the line is refunded", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    await silence();
    const { id } = (await of.order([of.registration(newName())])).json;
    await started.api
      .sql`update order_lines set gives_up_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    await runLines(of);
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "registry_silent"]]);
    expect(await of.refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
  });

  it("is tried again if it couldn't carry out the command", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    const name = newName();
    await started.api.registry.injectFault({ kind: "answer", command: "domain:create", code: 2400 });
    const { id, state } = (await of.order([of.registration(name)])).json;
    expect(state).toBe("processing");
    await runLines(of);
    expect(await lineState(id, of)).toEqual(["completed", ["completed", null]]);
    expect((await operationsOf(name)).filter((operation) => operation.state === "succeeded")).toHaveLength(1);
    expect(await of.refunds()).toEqual([]);
  });
});

describe("between the order and its execution", () => {
  /** A paid line that a worker has yet to begin. */
  const paid = async (of: Customer, name: string) => {
    const { id } = (await of.order([of.registration(name)])).json;
    await started.api.sql`delete from domain_operations where domain_name = ${name}`.catch(() => {});
    await killedAfter(id, "charge");
    await started.api.sql`
      update order_lines set domain_name = ${`next-${name}`}, input = jsonb_set(input, '{name}', to_jsonb(${`next-${name}`}::text)),
        id = ${newId()} where order_id = ${rowId("ord", id) ?? ""}`;
    return id as string;
  };

  it("nothing is bought for a person who has left", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    const id = await paid(of, newName());
    await started.api.sql`delete from members where workspace_id = ${of.workspace.id}`;
    await started.runSweep("order lines");
    expect(await of.refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    const [line] = await started.api.sql`
      select state, failure ->> 'code' as code from order_lines where order_id = ${rowId("ord", id) ?? ""}`;
    expect(line).toEqual({ state: "refunded", code: "forbidden" });
  });

  it("nothing is bought at a price that has been raised", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    const id = await paid(of, newName());
    await started.api
      .sql`update order_lines set price_cents = price_cents - 1 where order_id = ${rowId("ord", id) ?? ""}`;
    await started.runSweep("order lines");
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "price_changed"]]);
  });

  it("a domain that has changed hands is neither renewed nor paid for", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    const name = await of.workspace.addDomain();
    const renewal = { kind: "renewal", name, currentExpiresAt: await of.expiryOf(name) };
    const { id } = (await of.order([renewal], { hosted: true })).json;
    const { workspace: other } = await started.newCustomer();
    await started.api.sql`update domains set workspace_id = ${other.id} where name = ${name}`;
    const settled = await payByCard(of, id, renewal);
    expect(settled).toEqual(["failed", ["refunded", "not_found"]]);
  });

  /** Pays a waiting order with the saved card, as a repeat of its request does. */
  async function payByCard(of: Customer, id: string, line: object) {
    const key = newId();
    await started.api.sql`
      update orders set idempotency_key = ${key}, idempotency_actor = ${`user:${of.workspace.owner.id}`}
      where id = ${rowId("ord", id) ?? ""}`;
    const repeated = await of.order([line], {}, { "idempotency-key": key });
    expect([repeated.status, repeated.json.id]).toEqual([201, id]);
    await runLines(of);
    return lineState(id, of);
  }
});

describe("two orders of the same renewal", () => {
  it("renew once: the second is refused, or refunded if both were paid", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    const name = await of.workspace.addDomain();
    const renewal = { kind: "renewal", name, currentExpiresAt: await of.expiryOf(name) };
    const answers = await Promise.all([of.order([renewal]), of.order([renewal])]);
    await runLines(of);
    await runLines(of);
    const renewals = (await operationsOf(name)).filter(({ state }) => state === "succeeded");
    expect(renewals).toHaveLength(1);
    const charged = (await of.charges()).filter(({ state }) => state === "succeeded").length;
    const refunded = (await of.refunds()).filter(({ state }) => state === "succeeded").length;
    expect(charged - refunded).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });
});

describe("a line that fails while its payment is disputed", () => {
  it("is refunded once the dispute is won, because the bank had the money", async () => {
    const of = await started.newCustomer();
    await of.saveCard("4000000000000259");
    const { id, paymentId } = (await of.order([of.registration(`refused-${newName()}`)])).json;
    expect((await of.refunds()).filter(({ state }) => state !== "failed")).toEqual([]);
    const closed = await of.post(`/sandbox/payments/${paymentId}/dispute/close`, { won: true });
    expect(closed.status).toBe(200);
    const refund = { reason: "line_failed", amountCents: total };
    await until("the refund is stored", async () =>
      (await of.refunds()).some(({ state }) => state === "pending"),
    );
    await started.api.sql`update refunds set next_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    await started.runSweep("refunds");
    expect((await of.refunds()).at(-1)).toEqual({ state: "succeeded", ...refund });
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "registry_refused"]]);
  });
});

describe("a domain whose registration is disputed", () => {
  it("is locked, and unlocked again when the dispute is won, unless its owner had locked it", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    const { cookie } = of.workspace.owner;
    const [open, locked] = [newName(), newName()];
    const patch = (name: string, body: object) =>
      started.api.call({ method: "PATCH", path: `/domains/${name}`, cookie, body });
    const isLocked = async (name: string): Promise<boolean> =>
      (await started.api.call({ path: `/domains/${name}`, cookie })).json.locked;
    const { paymentId } = (await of.order([of.registration(open), of.registration(locked)])).json;
    await runLines(of);
    expect((await patch(locked, { locked: true })).status).toBe(200);

    const dispute = `/sandbox/payments/${paymentId}/dispute`;
    expect((await of.post(dispute, {})).status).toBe(201);
    const isDue = async () =>
      (
        await started.api.sql`
          select id from orders where workspace_id = ${of.workspace.id} and dispute_check_at is not null`
      ).length > 0;
    await until("the dispute is recorded", isDue);
    await started.api.registry.injectFault({ kind: "drop_before", command: "domain:update" });
    await started.runSweep("disputed domains");
    expect([await isLocked(open), await isDue()]).toEqual([false, true]);
    await started.api
      .sql`update orders set dispute_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    await started.runSweep("disputed domains");
    expect([await isLocked(open), await isLocked(locked), await isDue()]).toEqual([true, true, false]);
    expect((await patch(open, { locked: false })).json).toMatchObject({
      status: 409,
      code: "payment_not_confirmed",
    });

    expect((await of.post(`${dispute}/close`, { won: true })).status).toBe(200);
    await until("the end of the dispute is recorded", isDue);
    await started.runSweep("disputed domains");
    expect([await isLocked(open), await isLocked(locked)]).toEqual([false, true]);
  });
});

describe("a domain that is deleted in its add grace period", () => {
  it("refunds its registration, and only that", async () => {
    const of = await started.newCustomer();
    await of.saveCard("4000000000005126");
    const name = newName();
    const { id } = (await of.order([of.registration(name)])).json;
    const currentExpiresAt = await of.expiryOf(name);
    await of.order([{ kind: "renewal", name, currentExpiresAt }]);
    const deleted = await of.post(`/domains/${name}/delete`, { confirmName: name });
    expect([deleted.status, deleted.json.state]).toEqual([201, "succeeded"]);
    expect(await of.refunds()).toEqual([{ state: "pending", reason: "domain_deleted", amountCents: total }]);
    await started.api.sql`update refunds set next_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    await started.runSweep("refunds");
    expect(await lineState(id, of)).toEqual(["completed", ["refunded", null]]);
    // The bank returns it an hour later.
    await started.api.sql`update business_clock set offset_ms = offset_ms + 7200000`;
    await until("the bank has returned it", async () => {
      await started.api
        .sql`update refunds set next_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
      await started.runSweep("refunds");
      return (await of.refunds())[0]?.state === "failed";
    });
    expect(await lineState(id, of)).toEqual(["completed", ["completed", null]]);
  });
});

describe("an order that isn't paid", () => {
  it("is cancelled after a day with its page, and charges nothing", async () => {
    const of = await started.newCustomer();
    const { id, cancelsAt } = (await of.order([of.registration(newName())], { hosted: true })).json;
    expect(Date.parse(cancelsAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await started.runSweep("unpaid orders");
    expect((await of.readOrder(id)).state).toBe("awaiting_payment");
    await started.api.sql`update orders set cancels_at = 'epoch' where id = ${rowId("ord", id) ?? ""}`;
    await started.runSweep("unpaid orders");
    expect(await lineState(id, of)).toEqual(["cancelled", ["failed", "order_cancelled"]]);
    expect(await of.charges()).toEqual([{ kind: "page", state: "canceled" }]);
    const events = await started.api.sql`select type from events where workspace_id = ${of.workspace.id}`;
    expect(events).toEqual([]);
  });
});

describe("a charge without an answer", () => {
  it("is found, and never repeated", async () => {
    const of = await started.newCustomer();
    await of.saveCard();
    const trouble = { kind: "error_after_charge", times: 1 };
    await started.api.call({ method: "POST", path: "/sandbox/cards/trouble", body: trouble });
    const name = newName();
    const placed = await of.order([of.registration(name)]);
    expect(placed.status).toBe(201);
    await runLines(of);
    expect(await lineState(placed.json.id, of)).toEqual(["completed", ["completed", null]]);
    expect(await of.charges()).toEqual([{ kind: "card", state: "succeeded" }]);
  });
});

describe("an API key", () => {
  it("orders without a person at hand, and only sees its own orders", async () => {
    const key = await newApiKey(started.api, customer.workspace, { scopes: ["domains:read", "domains:buy"] });
    const asKey = (path: string, body?: object) =>
      started.api.call({ method: body ? "POST" : "GET", path, body, headers: key.headers });
    const placed = await asKey("/orders", { lines: [customer.registration(newName())] });
    expect([placed.status, placed.json.state, placed.json.requestedBy.kind]).toEqual([
      201,
      "completed",
      "api_key",
    ]);
    expect((await asKey("/orders")).json).toEqual([placed.json]);
    expect((await customer.orders()).map(({ id }) => id)).toContain(placed.json.id);
  });
});
