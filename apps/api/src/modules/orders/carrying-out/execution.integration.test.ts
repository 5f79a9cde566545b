import { orderLines } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import {
  type Customer,
  comYear,
  newName,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { until } from "../../../../test/support/until.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { carryOutClaimed, type ExecutionCtx } from "./carry-out-line.ts";
import { writeDecision } from "./write-line.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
beforeAll(async () => {
  started = await startOrders({ withCards: true, env: { OPERATOR_EMAIL: "operator@zonepost.test" } });
  customer = await started.newPayer();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const total = totalOf(comYear);
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
    const of = await started.newPayer();
    await silence();
    const { id } = (await of.order([of.registration(newName())])).json;
    await started.api
      .sql`update order_lines set gives_up_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    await runLines(of);
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "registry_silent"]]);
    expect(await of.refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
  });

  it("is tried again if it couldn't carry out the command", async () => {
    const of = await started.newPayer();
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

describe("a registry that carries out a line after it was given up", () => {
  /** Not answered, given up and refunded. */
  async function lateRegistration() {
    const of = await started.newPayer();
    const name = newName();
    await silence();
    const { id } = (await of.order([of.registration(name)])).json;
    await started.api.sql`
      update order_lines set gives_up_at = 'epoch' where order_id = ${rowId("ord", id) ?? ""}`;
    await runLines(of);
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "registry_silent"]]);
    return { of, name, id };
  }
  /** The registry has carried it out by the next sync. */
  const findOut = async (name: string) => {
    await started.api.sql`
      insert into registry.domains (name, sponsor, created_by, created_at, expires_at, graces)
      values (${name}, 'zonepost', 'zonepost', now(), now() + interval '1 year', jsonb_build_array(jsonb_build_object(
        'status', 'addPeriod', 'endsAt', now() + interval '5 days', 'years', 1, 'credit', 0)))`;
    await started.api.sql`update domain_intents set leased_until = 'epoch' where leased_until is not null`;
    await started.runSweep("registry sync");
  };
  const mails = (name: string) => started.api.sql`
    select kind, to_address as "to" from outgoing_emails where subject like ${`%${name}%`} and kind = 'late_order_line'`;

  it("deletes a new domain in its add grace period", async () => {
    const { of, name, id } = await lateRegistration();
    await findOut(name);
    expect(await started.isHeld(name)).toBe(true);
    await started.runSweep("order lines");
    expect(await started.isHeld(name)).toBe(false);
    expect(await operationsOf(name)).toMatchObject([
      { kind: "registration", state: "succeeded" },
      { kind: "deletion", state: "succeeded" },
    ]);
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "registry_silent"]]);
    expect(await of.refunds()).toHaveLength(1);
    expect(await mails(name)).toEqual([]);
  });

  it("keeps what can't be undone, and tells the operator once", async () => {
    const { of, name, id } = await lateRegistration();
    await findOut(name);
    await started.api.sql`update domains set registered_at = now() - interval '10 days' where name = ${name}`;
    await Promise.all([started.runSweep("order lines"), started.runSweep("order lines")]);
    await started.runSweep("order lines");
    expect(await started.isHeld(name)).toBe(true);
    expect(await mails(name)).toEqual([{ kind: "late_order_line", to: "operator@zonepost.test" }]);
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "registry_silent"]]);
  });

  it("completes the line if it answers while the line is given up", async () => {
    const of = await started.newPayer();
    const name = newName();
    await silence();
    const { id } = (await of.order([of.registration(name)])).json;
    const [line] = await started.api.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, rowId("ord", id) ?? ""));
    await findOut(name);
    const { db, clock, log, ports } = started.api.wired;
    const actor = { kind: "system", job: "test" } as const;
    const ctx = { ...ports, db, clock, log, actor, requestId: null, ipAddress: null };
    const decision = { step: "give_up", state: "failed", nextAttemptAt: null } as const;
    await writeDecision(ctx as unknown as ExecutionCtx & Ctx, line as OrderLineRow, decision, {
      event: "unanswered",
    });
    await started.runSweep("order lines");
    expect(await lineState(id, of)).toEqual(["completed", ["completed", null]]);
    expect(await of.refunds()).toEqual([]);
  });
});

describe("between the order and its execution", () => {
  /** A paid line that a worker has yet to begin. */
  const paid = async (of: Customer, name: string) => {
    const { id } = (await of.order([of.registration(name)])).json;
    await started.api
      .sql`delete from domain_intents where domain_id in (select id from domains where name = ${name})`;
    await started.api.sql`delete from domain_operations where domain_name = ${name}`;
    await killedAfter(id, "charge");
    await started.api.sql`
      update order_lines set domain_name = ${`next-${name}`}, input = jsonb_set(input, '{name}', to_jsonb(${`next-${name}`}::text)),
        id = ${newId()} where order_id = ${rowId("ord", id) ?? ""}`;
    return id as string;
  };

  it("nothing is bought for a person who has left", async () => {
    const of = await started.newPayer();
    const id = await paid(of, newName());
    await started.api.sql`delete from members where workspace_id = ${of.workspace.id}`;
    await started.runSweep("order lines");
    expect(await of.refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    const [line] = await started.api.sql`
      select state, failure ->> 'code' as code from order_lines where order_id = ${rowId("ord", id) ?? ""}`;
    expect(line).toEqual({ state: "refunded", code: "forbidden" });
  });

  it("nothing is bought for a person whose access was limited to some domains", async () => {
    const of = await started.newPayer();
    const id = await paid(of, newName());
    await started.api.sql`
      update members set role = 'member', domain_names = '{other.com}' where workspace_id = ${of.workspace.id}`;
    await started.runSweep("order lines");
    expect(await of.refunds()).toEqual([{ state: "succeeded", reason: "line_failed", amountCents: total }]);
    const [line] = await started.api.sql`
      select failure ->> 'code' as code from order_lines where order_id = ${rowId("ord", id) ?? ""}`;
    expect(line).toEqual({ code: "forbidden" });
  });

  it("nothing is bought by a process whose lease another has taken over", async () => {
    const of = await started.newPayer();
    const id = await paid(of, newName());
    const [line] = await started.api.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, rowId("ord", id) ?? ""));
    await started.api.sql`
      update order_lines set leased_until = now() + interval '1 minute' where id = ${line?.id ?? ""}`;
    const { db, clock, log, ports } = started.api.wired;
    const ctx = { ...ports, db, clock, log, requestId: null, ipAddress: null };
    await carryOutClaimed(ctx as unknown as ExecutionCtx, {
      ...(line as OrderLineRow),
      leasedUntil: new Date(0),
    });
    expect(await operationsOf(line?.domainName ?? "")).toEqual([]);
    await runLines(of);
    expect(await lineState(id, of)).toEqual(["completed", ["completed", null]]);
  });

  it("nothing is bought at a price that has been raised", async () => {
    const of = await started.newPayer();
    const id = await paid(of, newName());
    await started.api
      .sql`update order_lines set price_cents = price_cents - 1 where order_id = ${rowId("ord", id) ?? ""}`;
    await started.runSweep("order lines");
    expect(await lineState(id, of)).toEqual(["failed", ["refunded", "price_changed"]]);
  });

  it("a domain that has changed hands is neither renewed nor paid for", async () => {
    const of = await started.newPayer();
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

describe("an order that is held until its payment is confirmed", () => {
  let holding: Awaited<ReturnType<typeof started.api.startAnother>>;
  beforeAll(async () => {
    holding = await started.api.startAnother({ env: { HOLD_ORDERS_UNTIL_CONFIRMED: "true" } });
    // The notices go to the other listener, which doesn't hold orders.
    await started.api.holdNotices();
  });
  afterAll(() => {
    started.api.sendNotices();
  });
  const newPayer = () => started.newPayer(undefined, holding.call);
  const waits = { state: "pending", waitsFor: "payment_confirmation" };

  it("registers and activates mail once it is, and gives the registry a day from then", async () => {
    const of = await newPayer();
    const name = newName();
    const plan = { kind: "mail_plan", domainName: name, planSlug: "starter" };
    const { id } = (await of.order([of.registration(name), plan])).json;
    await runLines(of);
    expect(await of.readOrder(id)).toMatchObject({ state: "processing", lines: [waits, waits] });
    expect((await of.order([of.registration(name)])).json.code).toBe("already_ordered");
    expect(await started.isHeld(name)).toBe(false);
    await started.api.sql`
      update payments set cooldown_due_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    await started.runSweep("cooldowns of payments");
    const [time] = await started.api.sql`
      select gives_up_at > now() + interval '23 hours' as "isFull" from order_lines where domain_name = ${name}`;
    expect(time).toEqual({ isFull: true });
    await runLines(of);
    await runLines(of);
    expect(await lineState(id, of)).toEqual(["completed", ["completed", null], ["completed", null]]);
    expect(await started.isHeld(name)).toBe(true);
  });

  it("isn't carried out if a line is refunded before", async () => {
    const of = await newPayer();
    const name = await of.workspace.addDomain();
    const currentExpiresAt = await of.expiryOf(name);
    const { json } = await of.post(`/domains/${name}/renew`, { currentExpiresAt });
    expect(json).toMatchObject({ state: "processing", lines: [waits] });
    const refund = (body: object) => of.post(`/payments/${json.paymentId}/refunds`, body);
    expect((await refund({ dryRun: true })).json).toMatchObject({
      amountCents: total,
      lines: [{ effect: "not_carried_out" }],
    });
    expect((await refund({ lineIds: [json.lines[0].id] })).json).toMatchObject([{ state: "succeeded" }]);
    await runLines(of);
    expect(await lineState(json.id, of)).toEqual(["failed", ["refunded", "payment_returned"]]);
    expect(await of.expiryOf(name)).toBe(currentExpiresAt);
    expect(await of.refunds()).toHaveLength(1);
  });

  it("is a failed try of auto-renew if it is refunded, and the domain is deleted if it stays unpaid", async () => {
    const of = await newPayer();
    const name = await of.workspace.addDomain();
    const { sql } = started.api;
    const renew = async () => {
      await sql`update domains set next_renewal_at = 'epoch' where name = ${name}`;
      const sweep = holding.wired
        .createSweeps()
        .find((candidate) => candidate.name === "renewals of domains");
      await sweep?.run(new AbortController().signal);
    };
    const expire = async (at: Date) => {
      const expiresAt = at.toISOString();
      await sql`update registry.domains set expires_at = ${expiresAt} where name = ${name}`;
      await sql`
        update domains set paid_until = ${expiresAt}, registry_expires_at = ${expiresAt} where name = ${name}`;
      await sql`
        update order_lines set input = jsonb_set(input, '{currentExpiresAt}', to_jsonb(${expiresAt}::text))
        where domain_name = ${name}`;
    };
    const now = (await holding.wired.clock.now()).getTime();
    await expire(new Date(now + 0.5 * dayMs));
    await renew();
    const [order] = await of.orders();
    expect(order).toMatchObject({ state: "processing", lines: [waits] });
    const lineIds = order?.lines.map(({ id }) => id);
    expect((await of.post(`/payments/${order?.paymentId}/refunds`, { lineIds })).status).toBe(201);
    const failures = await sql`
      select h.details ->> 'code' as code, h.details ->> 'triesAgainAt' as again
      from domain_history h join domains d on d.id = h.domain_id where d.name = ${name} and h.kind = 'renewal'`;
    expect(failures).toEqual([
      { code: "payment_returned", again: new Date(now + 3.5 * dayMs).toISOString() },
    ]);

    await expire(new Date(now - 31 * dayMs));
    await renew();
    const [domain] = await sql`
      select next_renewal_at as "renewsAt", next_deletion_at <= now() as "isDeleted" from domains
      where name = ${name}`;
    expect(domain).toEqual({ renewsAt: null, isDeleted: true });
    expect(await of.charges()).toHaveLength(1);
  });

  it("keeps its domain from being deleted at the end of its grace", async () => {
    const of = await newPayer();
    const name = await of.workspace.addDomain();
    const renewal = { currentExpiresAt: await of.expiryOf(name) };
    expect((await of.post(`/domains/${name}/renew`, renewal)).json.lines).toMatchObject([waits]);
    await started.api.sql`
      update domains set auto_renew = false, next_renewal_at = null, next_deletion_at = 'epoch' where name = ${name}`;
    await started.runSweep("deletions after grace");
    const [domain] = await started.api.sql`
      select status, next_deletion_at > now() as "isLookedAtAgain" from domains where name = ${name}`;
    expect(domain).toEqual({ status: "active", isLookedAtAgain: true });
  });

  it("fails with its mail if all of its money is returned before", async () => {
    const of = await newPayer();
    const name = newName();
    const plan = { kind: "mail_plan", domainName: name, planSlug: "starter" };
    const { id, paymentId, totalCents } = (await of.order([of.registration(name), plan])).json;
    await of.post(`/payments/${paymentId}/refunds`, {});
    await runLines(of);
    expect(await lineState(id, of)).toEqual([
      "failed",
      ["refunded", "payment_returned"],
      ["refunded", "payment_returned"],
    ]);
    expect(await started.isHeld(name)).toBe(false);
    expect(await of.refunds()).toEqual([
      { state: "succeeded", reason: "requested", amountCents: totalCents },
    ]);
  });
});

describe("two orders of the same renewal", () => {
  it("charge and renew once: the second is refused", async () => {
    const of = await started.newPayer();
    const name = await of.workspace.addDomain();
    const renewal = { kind: "renewal", name, currentExpiresAt: await of.expiryOf(name) };
    const answers = await Promise.all([of.order([renewal]), of.order([renewal])]);
    await runLines(of);
    await runLines(of);
    const renewals = (await operationsOf(name)).filter(({ state }) => state === "succeeded");
    expect(renewals).toHaveLength(1);
    expect((await of.charges()).map(({ state }) => state)).toEqual(["succeeded"]);
    expect(await of.refunds()).toEqual([]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
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
    const unlocked = { ...of.registration(open), locked: false };
    const { paymentId } = (await of.order([unlocked, of.registration(locked)])).json;
    await runLines(of);

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
    const of = await started.newPayer("4000000000005126");
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

describe("a domain that is deleted before its line was looked at", () => {
  it("leaves the line refunded, not completed", async () => {
    const of = await started.newPayer();
    const name = newName();
    const { id } = (await of.order([of.registration(name)])).json;
    await killedAfter(id, "registry");
    expect((await of.post(`/domains/${name}/delete`, { confirmName: name })).json.state).toBe("succeeded");
    await started.api.sql`update refunds set next_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    await started.runSweep("refunds");
    expect(await lineState(id, of)).toEqual(["processing", ["running", null]]);
    await runLines(of);
    expect(await lineState(id, of)).toEqual(["completed", ["refunded", null]]);
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
    const of = await started.newPayer();
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
