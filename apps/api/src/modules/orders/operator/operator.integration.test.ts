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
import { until } from "../../../../test/support/until.ts";
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
const ask = (method: string, path: string, body?: object, { cookie } = operator) =>
  started.api.call({ method, path: `/operator${path}`, body, cookie });
const reason = "Known customer";

/** A new domain and its mail, in one order that has been carried out. */
async function bought(of = customer) {
  const name = newName();
  const lines = [of.registration(name), { kind: "mail_plan", domainName: name, planSlug: "starter" }];
  const placed = await of.order(lines);
  await of.makeDue();
  await started.runSweep("order lines");
  await of.makeDue();
  await started.runSweep("order lines");
  const order = await of.readOrder(placed.json.id);
  expect(order.state).toBe("completed");
  const [registration, mail] = order.lines;
  return {
    name,
    paymentId: order.paymentId ?? "",
    registration: registration?.id ?? "",
    mail: mail?.id ?? "",
  };
}
const act = (paymentId: string, what: string, body: object = {}) =>
  started.api.call({ method: "POST", path: `/sandbox/payments/${paymentId}/${what}`, body });
const read = async (paymentId: string) => (await ask("GET", `/payments/${paymentId}`)).json;
const isIn = (paymentId: string, need: string) =>
  until(`${paymentId} needs ${need}`, async () => (await read(paymentId)).needs.includes(need));
const installationLog = (target: string) => started.api.sql`
  select action, actor ->> 'name' as by, details ->> 'reason' as reason, details ->> 'isMember' as "isMember"
  from audit_entries where workspace_id is null and target = ${target} order by id`;
const workspaceLog = (target: string) => started.api.sql`
  select distinct action, actor ->> 'name' as by, ip_address as ip from audit_entries
  where workspace_id = ${customer.workspace.id} and target = ${target} and actor ->> 'name' = 'operator'`;

describe("an operator's refund", () => {
  it("returns everything, takes back what it paid for, and the audit logs of both sides say so", async () => {
    const own = await bought();
    const path = `/payments/${own.paymentId}/refunds`;
    const shown = await ask("POST", path, { reason, dryRun: true });
    expect([shown.status, shown.json]).toMatchObject([
      200,
      {
        amountCents: year + plan,
        lines: [
          { lineId: own.registration, effect: "domain_deleted" },
          { lineId: own.mail, effect: "plan_ended" },
        ],
      },
    ]);
    expect(await started.isHeld(own.name)).toBe(true);
    const made = await ask("POST", path, { reason });
    const requestedBy = { kind: "system", name: "operator" };
    expect([made.status, made.json]).toMatchObject([
      201,
      [
        { amountCents: year, note: reason, requestedBy, state: "succeeded" },
        {
          amountCents: plan,
          note: reason,
          requestedBy,
          state: "succeeded",
          lines: [{ lineId: own.mail, isGivenAway: false }],
        },
      ],
    ]);
    expect(await started.isHeld(own.name)).toBe(false);
    expect(await installationLog(own.paymentId)).toEqual([
      { action: "operator.refund_requested", by: operator.email, reason, isMember: "false" },
    ]);
    expect(await workspaceLog(own.paymentId)).toEqual(
      expect.arrayContaining([{ action: "payment.refund_requested", by: "operator", ip: null }]),
    );
    const log = await started.api.call({ path: "/audit-log", cookie: customer.workspace.owner.cookie });
    expect(log.text).not.toContain(operator.email);
    expect(log.text).not.toContain(reason);
    expect((await ask("POST", path, { reason })).json).toMatchObject({ code: "nothing_to_refund" });
  });

  it("leaves everything as it is in part, or with keepGoods", async () => {
    const own = await bought();
    const path = `/payments/${own.paymentId}/refunds`;
    const part = { reason, allocation: [{ lineId: own.registration, amountCents: 100 }] };
    expect((await ask("POST", path, part)).json).toMatchObject([{ amountCents: 100, state: "succeeded" }]);
    const rest = { reason, keepGoods: true };
    expect((await ask("POST", path, { ...rest, dryRun: true })).json.lines).toMatchObject([
      { amountCents: year - 100, effect: "money_only" },
      { amountCents: plan, effect: "money_only" },
    ]);
    expect((await ask("POST", path, rest)).json).toMatchObject([
      { amountCents: year + plan - 100, lines: [{ isGivenAway: false }, { isGivenAway: false }] },
    ]);
    expect(await started.isHeld(own.name)).toBe(true);
    expect((await read(own.paymentId)).status).toBe("refunded");
  });

  it.each([
    ["no reason", {}, "/reason"],
    ["a blank reason", { reason: " " }, "/reason"],
    ["a stranger's line", { reason, lineIds: [publicId("orl", newId())] }, "/lineIds/0"],
    [
      "a stranger's line in the allocation",
      { reason, allocation: [{ lineId: publicId("orl", newId()), amountCents: 1 }] },
      "/allocation/0/lineId",
    ],
  ])("refuses %s, and changes nothing", async (_, body, pointer) => {
    const own = await bought();
    const refused = await ask("POST", `/payments/${own.paymentId}/refunds`, body);
    expect([refused.status, refused.json.errors?.[0].pointer]).toEqual([422, pointer]);
    expect((await read(own.paymentId)).refunds).toEqual([]);
  });

  it("refuses more than is left of a line, and both ways to choose at once", async () => {
    const own = await bought();
    const path = `/payments/${own.paymentId}/refunds`;
    const allocation = [{ lineId: own.registration, amountCents: year + 1 }];
    expect((await ask("POST", path, { reason, allocation })).json.errors).toMatchObject([
      { pointer: "/allocation/0/amountCents" },
    ]);
    const both = { reason, allocation, lineIds: [own.registration] };
    expect((await ask("POST", path, both)).status).toBe(422);
    expect((await read(own.paymentId)).refunds).toEqual([]);
  });

  it("returns the same money once if two operators ask at the same time", async () => {
    const own = await bought();
    const body = { reason, lineIds: [own.mail] };
    const answers = await Promise.all(
      [1, 2].map(() => ask("POST", `/payments/${own.paymentId}/refunds`, body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("undoes a registration whose whole price goes back in two parts at the same time", async () => {
    const own = await bought();
    const answers = await Promise.all(
      [700, year - 700].map((amountCents) =>
        ask("POST", `/payments/${own.paymentId}/refunds`, {
          reason,
          allocation: [{ lineId: own.registration, amountCents }],
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await started.isHeld(own.name)).toBe(false);
  });

  it("that has failed is in the list until it is retried, once", async () => {
    const own = await bought();
    // To the processor, the refund has succeeded: its notice would record a second one, and nothing would be left to retry.
    await started.api.holdNotices();
    const made = await ask("POST", `/payments/${own.paymentId}/refunds`, { reason, lineIds: [own.mail] });
    const [refund] = made.json;
    // The bank returns it.
    await started.api.sql`
      update refunds set state = 'failed', processor_id = 'gone_' || id where id = ${rowId("rfd", refund.id) ?? ""}`;
    await started.api.sql`
      update payments set refunded_cents = 0 where id = ${rowId("pay", own.paymentId) ?? ""}`;
    expect((await read(own.paymentId)).needs).toEqual(["refund_failed"]);
    const answers = await Promise.all([1, 2].map(() => ask("POST", `/refunds/${refund.id}/retry`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const retried = answers.find(({ status }) => status === 201)?.json;
    expect(retried).toMatchObject({ amountCents: plan, note: reason });
    const after = await read(own.paymentId);
    expect(after.needs).toEqual([]);
    expect(after.refunds).toContainEqual(expect.objectContaining({ id: refund.id, retriedAs: retried.id }));
    expect((await ask("POST", `/refunds/${retried.id}/retry`)).json.code).toBe("refund_not_retryable");
    expect((await ask("POST", `/refunds/${publicId("rfd", newId())}/retry`)).status).toBe(404);
    started.api.sendNotices();
  });
});

describe("disputes and fraud warnings", () => {
  it("are in the list with the bank's deadline; accepting a dispute loses it", async () => {
    const own = await bought();
    expect((await ask("POST", `/payments/${own.paymentId}/dispute/accept`, { reason })).json.code).toBe(
      "no_open_dispute",
    );
    await act(own.paymentId, "dispute");
    await isIn(own.paymentId, "dispute");
    const { json } = await ask("GET", "/payments?needs=dispute");
    const [listed] = json.filter(({ id }: { id: string }) => id === own.paymentId);
    expect(listed).toMatchObject({
      status: "disputed",
      workspace: { id: publicId("wsp", customer.workspace.id), name: "Test Workspace" },
      evidenceDueAt: expect.stringMatching(/Z$/),
    });
    const accepted = await ask("POST", `/payments/${own.paymentId}/dispute/accept`, { reason });
    expect([accepted.status, accepted.json]).toMatchObject([
      200,
      { needs: [], status: "disputed", disputes: [{ state: "lost" }] },
    ]);
    expect(await installationLog(own.paymentId)).toMatchObject([
      { action: "operator.dispute_accepted", reason },
    ]);
    expect(await workspaceLog(own.paymentId)).toMatchObject([{ action: "payment.dispute_lost" }]);
  });

  it("are released by the operator alone", async () => {
    const own = await bought();
    await act(own.paymentId, "fraud-warning");
    await isIn(own.paymentId, "fraud_warning");
    const byCustomer = await customer.post(`/payments/${own.paymentId}/release`, {});
    expect([byCustomer.status, byCustomer.json.code]).toEqual([410, "operator_decides"]);
    expect((await read(own.paymentId)).cooldown.state).toBe("paused");
    const released = await ask("POST", `/payments/${own.paymentId}/release`, { reason });
    expect([released.status, released.json]).toMatchObject([
      200,
      { needs: [], cooldown: { state: "running" } },
    ]);
    expect((await ask("POST", `/payments/${own.paymentId}/release`, { reason })).json.code).toBe(
      "payment_not_paused",
    );
    expect(await workspaceLog(own.paymentId)).toEqual([
      { action: "payment.released", by: "operator", ip: null },
    ]);
  });
});

describe("the operator's list", () => {
  it("covers every workspace, filtered by status, workspace and need, and page by page", async () => {
    const other = await started.newPayer();
    const theirs = await bought(other);
    const mine = await bought();
    const ids = async (query: string) =>
      (await ask("GET", `/payments${query}`)).json.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual(expect.arrayContaining([mine.paymentId, theirs.paymentId]));
    const workspace = publicId("wsp", other.workspace.id);
    expect(await ids(`?workspace=${workspace}`)).toEqual([theirs.paymentId]);
    expect(await ids(`?workspace=${workspace}&status=refunded`)).toEqual([]);
    expect(await ids(`?workspace=${publicId("wsp", newId())}`)).toEqual([]);
    expect((await ask("GET", "/payments?workspace=unknown")).json.errors[0].pointer).toBe("/query/workspace");
    const all = await ids("");
    const walked: string[] = [];
    for (let query: string | undefined = "?limit=3"; query !== undefined; ) {
      const page = await ask("GET", `/payments${query}`);
      walked.push(...page.json.map(({ id }: { id: string }) => id));
      const next = /<([^>]+)>/.exec(String(page.headers.link ?? ""))?.[1];
      query = next === undefined ? undefined : new URL(next).search;
    }
    expect(walked).toEqual(all);
    expect((await ask("GET", "/payments?needs=nothing")).json.errors[0].pointer).toBe("/query/needs");
    expect((await ask("GET", `/payments/${publicId("pay", newId())}`)).status).toBe(404);
  });
});

describe("the operator's ledger", () => {
  it("has every account of every workspace, and each transaction sums to zero", async () => {
    const own = await bought();
    const rows = readCsv((await ask("GET", "/ledger/export")).text);
    const sums = new Map<string | undefined, number>();
    for (const { transactionId, amountCents } of rows) {
      sums.set(transactionId, (sums.get(transactionId) ?? 0) + Number(amountCents));
    }
    expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([]);
    const ours = rows.filter(({ paymentId }) => paymentId === own.paymentId);
    expect(new Set(ours.map(({ workspaceId }) => workspaceId))).toEqual(
      new Set([publicId("wsp", customer.workspace.id)]),
    );
    expect(ours.map(({ account }) => account)).toEqual(
      expect.arrayContaining(["processor", "sales", "tax", "registry_costs", "registry_balance"]),
    );
  });

  it.each([
    ["from=2000-01-01", true],
    ["to=2000-01-01", false],
    ["from=2000-01-01T00:00:00.000Z&to=2100-01-01", true],
  ])("is limited to a period: %s", async (query, isFound) => {
    const rows = readCsv((await ask("GET", `/ledger/export?${query}`)).text);
    expect(rows.length > 0).toBe(isFound);
  });

  it("includes the last day as a whole", async () => {
    const [first] = readCsv((await ask("GET", "/ledger/export")).text);
    const day = String(first?.occurredAt).slice(0, 10);
    const rows = readCsv((await ask("GET", `/ledger/export?from=${day}&to=${day}`)).text);
    expect(rows.length).toBeGreaterThan(0);
    expect((await ask("GET", "/ledger/export?from=yesterday")).json.errors[0].pointer).toBe("/query/from");
  });
});
