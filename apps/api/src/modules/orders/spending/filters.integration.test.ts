import { domainToASCII } from "node:url";
import { sql as query } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import {
  type Customer,
  comYear,
  newName,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { readCsv } from "../../../../test/support/read-csv.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { csvChunkSize } from "../../../kernel/http/csv.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { ordersWithLine } from "../model/orders-with-line.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let of: Customer;
/** The names of three orders, oldest first. The third one isn't ASCII. */
let names: [string, string, string];
let orders: string[];

const sql = () => started.api.sql;
const get = (path: string, cookie: string | undefined = of.workspace.owner.cookie) =>
  started.api.call({ path, cookie });
const day = (date: string) => `${date}T00:00:00.000Z`;

beforeAll(async () => {
  started = await startOrders({ withCards: true });
  of = await started.newPayer();
  const encoded = domainToASCII(`bücher-${newId()}.com`);
  names = [newName(), newName(), encoded];
  const mailFor = await of.workspace.addDomain({ name: names[2] });
  orders = [];
  for (const line of [
    of.registration(names[0]),
    of.registration(names[1]),
    { kind: "mail_plan", domainName: mailFor, planSlug: "starter" },
  ]) {
    const { status, json } = await of.order([line]);
    expect([status, json.state]).toEqual([201, "completed"]);
    orders.push(json.id);
  }
  for (const [index, date] of ["2026-01-10", "2026-02-10", "2026-03-10"].entries()) {
    const id = rowId("ord", orders[index] ?? "") ?? "";
    await sql()`update orders set created_at = ${day(date)} where id = ${id}`;
    await sql()`update payments set created_at = ${day("2025-12-31")}, received_at = ${day(date)} where order_id = ${id}`;
  }
});
afterAll(() => started?.api[Symbol.asyncDispose]());

/** Which of the three orders a list has, by number, newest first. */
async function listed(path: string): Promise<number[]> {
  const { status, json } = await get(path);
  expect(status).toBe(200);
  return json.map((row: { id: string; orderId?: string }) => orders.indexOf(row.orderId ?? row.id));
}

type QueryOf = (names: readonly string[]) => string;

describe.each(["payments", "orders"])("the list of %s", (list) => {
  it.each<[string, QueryOf, number[]]>([
    ["everything without a filter", () => "", [2, 1, 0]],
    ["what a kind of line is in", () => "kind=mail_plan", [2]],
    ["a domain's own, in any case", ([name = ""]) => `domain=${name.toUpperCase()}`, [0]],
    ["nothing of a longer name", ([name]) => `domain=a${name}`, []],
    ["a part of a name", ([, name = ""]) => `q=%20${name.slice(2, -4)}`, [1]],
    ["a part of a name in its own script", () => "q=B%C3%9CCH", [2]],
    ["no pattern", () => "q=%25", []],
    ["from its first moment", () => `from=${day("2026-02-10")}`, [2, 1]],
    ["until before its last", () => `until=${day("2026-02-10")}`, [0]],
    ["all filters at once", () => `kind=registration&from=${day("2026-01-11")}&q=com`, [1]],
    ["a kind and a domain of the same line", ([, , name]) => `kind=registration&domain=${name}`, []],
  ])("has %s", async (_, query, expected) => {
    expect(await listed(`/${list}?${query(names)}`)).toEqual(expected);
  });

  it("keeps the filter from page to page", async () => {
    const first = await get(`/${list}?kind=registration&limit=1`);
    expect(first.json).toHaveLength(1);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";
    expect(next).toContain("kind=registration");
    const { pathname, search } = new URL(next, "http://localhost");
    expect(await listed(`${pathname}${search}`)).toEqual([0]);
  });

  it.each([
    ["kind=gift", "/query/kind"],
    ["from=yesterday", "/query/from"],
    ["domain=-", "/query/domain"],
    [`q=${"a".repeat(254)}`, "/query/q"],
  ])("refuses %s", async (query, pointer) => {
    for (const path of [`/${list}`, `/${list}/export`]) {
      const { status, json } = await get(`${path}?${query}`);
      expect([status, json.errors[0].pointer]).toEqual([422, pointer]);
    }
  });

  it("has no row of another workspace", async () => {
    const { cookie } = (await started.api.createWorkspace()).owner;
    expect((await get(`/${list}?domain=${names[0]}`, cookie)).json).toEqual([]);
    expect(readCsv((await get(`/${list}/export`, cookie)).text)).toEqual([]);
  });
});

it("finds the orders and payments of a domain by indexes", async () => {
  const actor = { workspaceId: of.workspace.id } as WorkspaceCtx["actor"];
  const withLine = await ordersWithLine({ db: started.api.db, actor }, { domain: names[0] });
  const plans = await started.api.db.transaction(async (tx) => {
    // A table with few rows is read from start to end otherwise.
    await tx.execute(query`set local enable_seqscan = off`);
    return Promise.all(
      ["orders where id", "payments where order_id"].map((where) =>
        tx.execute(query`explain (format json) select * from ${query.raw(where)} in ${withLine}`),
      ),
    );
  });
  expect(JSON.stringify(plans)).toContain("order_lines_workspace_index");
  expect(JSON.stringify(plans)).not.toContain("Seq Scan");
});

describe("an export", () => {
  it("of payments has the same rows as the list, with amounts, currency, items and receipt", async () => {
    const { headers, text } = await get(`/payments/export?kind=registration&until=${day("2026-02-01")}`);
    expect(headers["content-disposition"]).toContain("payments.csv");
    expect(readCsv(text)).toEqual([
      {
        date: day("2026-01-10"),
        status: "received",
        items: `Registration of ${names[0]}, 1 year`,
        amount_cents: String(totalOf(comYear)),
        tax_cents: String(comYear.taxCents),
        refunded_cents: "0",
        currency: "EUR",
        card: "Visa ending in 4242",
        receipt: expect.stringMatching(/^\d+$/),
        order_id: orders[0],
        id: expect.stringMatching(/^pay_/),
      },
    ]);
  });

  it("of orders has a row for each line", async () => {
    const { text } = await get("/orders/export?kind=mail_plan");
    expect(readCsv(text)).toMatchObject([
      {
        kind: "mail_plan",
        domain: names[2],
        plan: "starter",
        state: "completed",
        currency: "EUR",
        years: "1",
      },
    ]);
  });

  it("has each row once, also of more than are read at a time", async () => {
    const { id, owner } = await started.api.createWorkspace();
    const count = csvChunkSize + 1;
    await sql()`
      with placed as (
        insert into orders (id, workspace_id, state, origin, total_cents, tax_cents, tax_percent, currency, actor, created_at)
        select gen_random_uuid(), ${id}, 'completed', 'request', 0, 0, '0', 'EUR', '{"kind":"user","id":null,"name":"x"}', now()
        from generate_series(1, ${count}) returning id)
      insert into order_lines (id, workspace_id, order_id, position, kind, domain_name, input, state, price_cents,
        tax_cents, created_at)
      select gen_random_uuid(), ${id}, id, 0, 'renewal', 'example.com', '{}', 'completed', 0, 0, now() from placed`;
    const rows = readCsv((await get("/orders/export?kind=renewal", owner.cookie)).text);
    expect([rows.length, new Set(rows.map((row) => row.id)).size]).toEqual([count, count]);
  });

  it("never begins a cell with a formula", async () => {
    await sql()`update orders set actor = jsonb_set(actor, '{name}', to_jsonb(${'=HYPERLINK("http://x")'}::text))
      where id = ${rowId("ord", orders[0] ?? "") ?? ""}`;
    const { text } = await get("/orders/export");
    expect(text).not.toMatch(/(^|[,"\n])[=+@]/m);
    expect(text).toContain("'=HYPERLINK");
  });

  it("is refused without a session, and for a key without the right", async () => {
    const { headers } = await newApiKey(started.api, of.workspace, { scopes: ["domains:read"] });
    for (const path of ["/payments/export", "/orders/export", "/renewals/export"]) {
      expect((await started.api.call({ path })).status).toBe(401);
    }
    expect((await started.api.call({ path: "/payments/export", headers })).status).toBe(403);
  });
});
