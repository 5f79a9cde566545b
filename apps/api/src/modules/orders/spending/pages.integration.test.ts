import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOrders } from "../../../../test/support/orders/start-orders.ts";
import type { Workspace } from "../../../../test/support/start-api.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let small: Workspace;
let large: Workspace;

const lineCount = 50;

/** Orders with their payments: the amount is the order's number, and every third payment wasn't received. */
const addMany = (one: Workspace, other: Workspace, { count, lines }: { count: number; lines: number }) =>
  started.api.sql`
    with numbered as (
      select n, case when n % 4 = 0 then ${one.id}::uuid else ${other.id}::uuid end as workspace_id,
        gen_random_uuid() as order_id, timestamptz '2026-01-01' + n * interval '1 hour' as at
      from generate_series(1, ${count}) n),
    paid as (
      insert into payments (id, workspace_id, order_id, status, amount_cents, tax_cents, currency, received_at, created_at)
      select gen_random_uuid(), workspace_id, order_id, case when n % 3 = 0 then 'failed' else 'confirmed' end, n / 8, 0,
        'EUR', case when n % 3 = 0 then null else at + interval '40 days' end, at
      from numbered),
    placed as (
      insert into orders (id, workspace_id, state, origin, total_cents, tax_cents, tax_percent, currency, actor,
        created_at, finished_at)
      select order_id, workspace_id, case when n % 20 = 0 then 'processing' else 'completed' end, 'request', n / 8, 0,
        '0', 'EUR', '{"kind":"user","id":null,"name":"Ada"}', at, case when n % 20 = 0 then null else at end
      from numbered returning id, workspace_id)
    insert into order_lines (id, workspace_id, order_id, position, kind, domain_name, input, state, price_cents,
      tax_cents, created_at)
    select gen_random_uuid(), workspace_id, id, position, 'renewal',
      'item-' || position || '-of-' || id || '.com', '{}', 'completed', 0, 0, now()
    from placed cross join generate_series(0, ${lines - 1}) position`;

beforeAll(async () => {
  started = await startOrders({ withCards: true });
  const { api } = started;
  [small, large] = [await api.createWorkspace(), await api.createWorkspace()];
  const other = await api.createWorkspace();
  await addMany(small, other, { count: 480, lines: lineCount });
  await addMany(large, other, { count: 40_000, lines: 1 });
  await api.sql`analyze payments, orders, order_lines`;
});
afterAll(() => started?.api[Symbol.asyncDispose]());

async function ask(procedure: string, input: unknown, cookie: string | undefined) {
  const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, json, text } = await started.api.call({ path, cookie });
  return { status, data: json.result?.data, text };
}

// biome-ignore lint/suspicious/noExplicitAny: rows of both lists
type Row = any;

/** As an infinite query of the panel does. */
async function walk(procedure: string, input: object, cookie: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await ask(procedure, { ...input, cursor, direction: "forward" }, cookie);
    found.push(...data.items);
    if (data.nextCursor === null) {
      return found;
    }
    cursor = data.nextCursor;
  }
}

/** The plans of all statements on these tables that the work sends, as the driver reports them. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const { options } = started.api.wired.db.$client as unknown as { options: { debug?: unknown } };
  const statements: [string, string[]][] = [];
  options.debug = (_: number, text: string, values: string[]) => statements.push([text, values]);
  try {
    await work();
  } finally {
    options.debug = undefined;
  }
  const isListed = ([text]: [string, ...unknown[]]) => / from "?(payments|orders|order_lines)"?/.test(text);
  const plans = await started.api.sql.begin(async (tx) => {
    // A quarter of the rows is read from start to end otherwise.
    await tx`set local enable_seqscan = off`;
    return Promise.all(
      statements.filter(isListed).map(([text, values]) => tx.unsafe(`explain (format json) ${text}`, values)),
    );
  });
  return plans.map((plan) => JSON.stringify(plan));
}

const ids = (rows: Row[]) => rows.map(({ id }) => id);

describe("the panel's list of payments", () => {
  const paidAt = ({ receivedAt, createdAt }: Row) => receivedAt ?? createdAt;
  const newestFirst = (rows: Row[]) => ids(rows).toSorted().toReversed();

  it.each<[object, (rows: Row[]) => unknown[]]>([
    [{}, newestFirst],
    [{ status: "failed" }, newestFirst],
  ])("for %j is in the order of the REST list", async (input, order) => {
    const rows = await walk("orders.payments", input, small.owner.cookie);
    expect(ids(rows)).toEqual(order(rows));
  });

  it.each(["date", "amount"] as const)(
    "sorted by %s continues where the page before ended, in both directions",
    async (sort) => {
      const sortedValue = (row: Row) => (sort === "date" ? Date.parse(paidAt(row)) : row.amountCents);
      for (const descending of [false, true]) {
        const whole = await walk("orders.payments", { sort, descending }, small.owner.cookie);
        const values = whole.map(sortedValue);
        expect(values).toEqual(values.toSorted((one, other) => (descending ? other - one : one - other)));
        expect(new Set(ids(whole)).size).toBe(120);
        const inSevens = await walk("orders.payments", { sort, descending, limit: 7 }, small.owner.cookie);
        expect(ids(inSevens)).toEqual(ids(whole));
      }
    },
  );

  it("counts what the filter includes, once", async () => {
    const { cookie } = small.owner;
    const { data } = await ask("orders.payments", { status: "failed", limit: 10 }, cookie);
    expect([data.items.length, data.total]).toEqual([10, 40]);
    const next = await ask("orders.payments", { status: "failed", cursor: data.nextCursor }, cookie);
    expect([next.data.items.length, next.data.total]).toEqual([30, null]);
  });

  it("has the first line of each order and the count of all, or those for the domain it is filtered by", async () => {
    const { data } = await ask("orders.payments", { limit: 1 }, small.owner.cookie);
    const [first] = data.items;
    expect(first).toMatchObject({ lineCount, lines: [{ domainName: expect.stringMatching(/^item-0-of-/) }] });
    const domain = first.lines[0].domainName.replace("item-0-", "item-7-");
    const of = await ask("orders.payments", { domain }, small.owner.cookie);
    expect(of.data).toMatchObject({ total: 1, items: [{ lineCount, lines: [{ domainName: domain }] }] });
  });

  it("of 10,000 has 100 on a page of at most 80 kB, and each once", async () => {
    const { data, text } = await ask("orders.payments", {}, large.owner.cookie);
    expect([data.items.length, data.total]).toEqual([100, 10_000]);
    expect(text.length).toBeLessThan(80_000);
    const all = ids(await walk("orders.payments", { sort: "date" }, large.owner.cookie));
    expect([all.length, new Set(all).size]).toEqual([10_000, 10_000]);
  });

  it.each([{}, { sort: "date" }, { sort: "amount", descending: true }, { q: "item" }])(
    "with %j, is read and counted by indexes",
    async (input) => {
      const { cookie } = large.owner;
      const { data } = await ask("orders.payments", input, cookie);
      const plans = await plansOf(async () => {
        await ask("orders.payments", input, cookie);
        await ask("orders.payments", { ...input, cursor: data.nextCursor }, cookie);
      });
      expect(plans.length).toBeGreaterThan(6);
      expect(plans.filter((plan) => plan.includes("Seq Scan"))).toEqual([]);
    },
  );

  it("refuses another list's cursor and more than 100 rows, and has none after another workspace's payment", async () => {
    const { data } = await ask("orders.payments", { limit: 1 }, large.owner.cookie);
    const asked = (input: object) => ask("orders.payments", input, small.owner.cookie);
    expect((await asked({ cursor: Buffer.from("ord_1").toString("base64url") })).status).toBe(422);
    expect((await asked({ limit: 101 })).status).toBe(422);
    expect((await asked({ sort: "date", cursor: data.nextCursor })).data.items).toEqual([]);
  });
});

describe("the panel's list of orders", () => {
  it("has open orders first, each group newest first, and each page continues where the one before ended", async () => {
    const { cookie } = small.owner;
    const whole = await walk("orders.list", {}, cookie);
    const open = whole.filter(({ finishedAt }) => finishedAt === null);
    const closed = whole.filter(({ finishedAt }) => finishedAt !== null);
    expect([open.length, closed.length]).toEqual([24, 96]);
    const newestFirst = (rows: Row[]) => ids(rows).toSorted().toReversed();
    expect(ids(whole)).toEqual([...newestFirst(open), ...newestFirst(closed)]);
    expect(ids(await walk("orders.list", { limit: 7 }, cookie))).toEqual(ids(whole));
  });

  it("has the first name of each order and the count of all, and counts what the filter includes", async () => {
    const { data } = await ask("orders.list", { state: "processing", limit: 1 }, small.owner.cookie);
    expect(data).toMatchObject({
      total: 24,
      items: [{ nameCount: lineCount, firstName: expect.stringMatching(/^item-0-of-/) }],
    });
    const domain = data.items[0].firstName.replace("item-0-", "item-7-");
    expect((await ask("orders.list", { domain }, small.owner.cookie)).data.total).toBe(1);
  });

  it("of 10,000 has 100 on a page of at most 50 kB, read and counted by indexes", async () => {
    const { cookie } = large.owner;
    const { data, text } = await ask("orders.list", {}, cookie);
    expect([data.items.length, data.total]).toEqual([100, 10_000]);
    expect(text.length).toBeLessThan(50_000);
    const plans = await plansOf(async () => {
      await ask("orders.list", { q: "item" }, cookie);
      await ask("orders.list", { cursor: data.nextCursor }, cookie);
    });
    expect(plans.filter((plan) => plan.includes("Seq Scan"))).toEqual([]);
    const all = ids(await walk("orders.list", {}, cookie));
    expect([all.length, new Set(all).size]).toEqual([10_000, 10_000]);
  });

  it("refuses another list's cursor and more than 100 rows, and has none after another workspace's order", async () => {
    const { data } = await ask("orders.list", { limit: 1 }, large.owner.cookie);
    const payments = await ask("orders.payments", { limit: 1 }, small.owner.cookie);
    const asked = (input: object) => ask("orders.list", input, small.owner.cookie);
    expect((await asked({ cursor: payments.data.nextCursor })).status).toBe(422);
    expect((await asked({ limit: 101 })).status).toBe(422);
    expect((await asked({ cursor: data.nextCursor })).data.items).toEqual([]);
  });
});
