import type { Renewal } from "@zonepost/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { totalOf as cents, comYear, startOrders } from "../../../../test/support/orders/start-orders.ts";
import type { Workspace } from "../../../../test/support/start-api.ts";
import { dayMs } from "../../../kernel/durations.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let small: Workspace;
let large: Workspace;

type Given = { name: string; days: number; renews?: boolean; hasFailed?: boolean };

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Charged, or expiring, in some days. */
async function addDomain({ id }: Workspace, { name, days, renews = true, hasFailed = false }: Given) {
  const { sql } = started.api;
  const paidUntil = inDays(renews ? days + 14 : days);
  await sql`
    insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
      paid_until, registry_expires_at, next_renewal_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
    values (gen_random_uuid(), ${id}, ${name}, ${name.split(".")[1] ?? ""}, 'primary', 'active', ${renews}, true, now(),
      ${paidUntil}, ${paidUntil}, ${renews ? inDays(days) : null}, '{}', '[]', '{}', now(), now())`;
  if (hasFailed) {
    await sql`
      with placed as (
        insert into orders (id, workspace_id, state, origin, total_cents, tax_cents, tax_percent, currency, actor,
          created_at, finished_at)
        values (gen_random_uuid(), ${id}, 'failed', 'renewal', 0, 0, '0', 'EUR',
          '{"kind":"system","id":null,"name":"auto-renew"}', now(), now())
        returning id)
      insert into order_lines (id, workspace_id, order_id, position, kind, domain_name, input, state, failure,
        price_cents, tax_cents, created_at, finished_at)
      select gen_random_uuid(), ${id}, id, 0, 'renewal', ${name}, jsonb_build_object('currentExpiresAt', ${paidUntil}::text),
        'refunded', '{"code":"registry_refused","message":"The registry refused it."}', 0, 0, now(), now()
      from placed`;
  }
}

const addPlan = ({ id }: Workspace, { name, days }: Given) => started.api.sql`
  insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes, status,
    activated_at, paid_until, next_renewal_at)
  values (gen_random_uuid(), ${id}, gen_random_uuid(), ${name}, 'business', 25, 10, 'active', now(), ${inDays(days + 14)},
    ${inDays(days)})`;

/** Of two workspaces in turn. Many are due at the same moment. */
const addMany = (one: Workspace, other: Workspace, count: number) => started.api.sql`
  insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
    paid_until, registry_expires_at, next_renewal_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
  select gen_random_uuid(), case when n % 4 = 0 then ${one.id}::uuid else ${other.id}::uuid end,
    'many-' || lpad(n::text, 6, '0') || '.com', 'com', 'primary', 'active', n % 8 = 0, true, now(),
    ${inDays(1)}::timestamptz + (n % 300) * interval '1 day', now(),
    case when n % 8 = 0 then ${inDays(1)}::timestamptz + (n % 300) * interval '1 day' end,
    '{}', '[]', '{}', now(), now()
  from generate_series(1, ${count}::int) n`;

beforeAll(async () => {
  started = await startOrders();
  const { api } = started;
  [small, large] = [await api.createWorkspace(), await api.createWorkspace()];
  for (const given of [
    { name: "alder.com", days: 40 },
    { name: "birch.dev", days: 20, renews: false },
    { name: "xn--bckerei-5wa.dev", days: 30 },
    { name: "cedar.com", days: 10, hasFailed: true },
    { name: "dogwood.dev", days: 60, hasFailed: true },
    { name: "elder.com", days: 70, renews: false },
    { name: "fir.com", days: 500 },
  ]) {
    await addDomain(small, given);
  }
  await addPlan(small, { name: "alder.com", days: 25 });
  await addMany(large, await api.createWorkspace(), 40_000);
  await api.sql`analyze domains, mail_domains`;
});
afterAll(() => started?.api[Symbol.asyncDispose]());

async function ask(input: unknown, cookie: string | undefined = small.owner.cookie) {
  const path = `/trpc/orders.renewals?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, json, text } = await started.api.call({ path, cookie });
  return { status, text, data: json.result?.data };
}
const rest = async (query: object, cookie = small.owner.cookie): Promise<Renewal[]> => {
  const { json } = await started.api.call({ path: `/renewals?${new URLSearchParams({ ...query })}`, cookie });
  return json;
};
const namesOf = (renewals: Renewal[]) => renewals.map(({ kind, name }) => `${kind} ${name}`);

/** As an infinite query of the panel does. */
async function walk(input: object, cookie = small.owner.cookie): Promise<Renewal[]> {
  const found: Renewal[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await ask({ ...input, cursor, direction: "forward" }, cookie);
    found.push(...data.items);
    if (data.nextCursor === null) {
      return found;
    }
    expect(data.nextCursor).not.toBe(cursor);
    cursor = data.nextCursor;
  }
}

describe("the panel's list of renewals", () => {
  it.each([
    {},
    { state: "expiring" },
    { state: "scheduled" },
    { state: "failed" },
    { state: "processing" },
    { q: " BÄCK" },
    { q: "xn--b" },
    { q: "Backerei" },
    { q: "%" },
    { month: inDays(30).slice(0, 7) },
    { month: inDays(40).slice(0, 7), state: "scheduled", q: "com" },
    { month: "2001-01" },
  ])("for %j has the renewals of the REST API, by their date", async (filter) => {
    expect((await ask(filter)).data.items).toEqual(await rest(filter));
  });

  it.each(["bäck", "BACKEREI", "ba\u0308ck", "back", "xn--b", "5wa"])(
    "finds a name in its own script by %j, with accents or without",
    async (q) => {
      const found = (await rest({ q })).map(({ name }) => name);
      expect(found).toEqual(["xn--bckerei-5wa.dev"]);
      expect((await ask({ q })).data.items.map(({ name }: Renewal) => name)).toEqual(found);
    },
  );

  it.each<[string, string[]]>([
    ["date", ["cedar", "birch", "alder", "xn--bckerei-5wa", "alder", "dogwood", "elder"]],
    ["name", ["alder", "alder", "xn--bckerei-5wa", "birch", "cedar", "dogwood", "elder"]],
    ["total", ["cedar", "alder", "elder", "birch", "xn--bckerei-5wa", "dogwood", "alder"]],
  ])("sorted by %s continues where the page before ended, in both directions", async (sort, expected) => {
    const whole = await walk({ sort });
    expect(whole.map(({ name }) => name.split(".")[0])).toEqual(expected);
    for (const limit of [1, 2, 100]) {
      expect(await walk({ sort, limit })).toEqual(whole);
      expect(await walk({ sort, limit, descending: true })).toEqual(whole.toReversed());
    }
  });

  it("continues after the last row of the page before, also once that row is gone", async () => {
    const workspace = await started.api.createWorkspace();
    const { cookie } = workspace.owner;
    for (const [index, name] of ["first-gone.com", "second-gone.com", "third-gone.com"].entries()) {
      await addDomain(workspace, { name, days: 10 + index });
    }
    const { data } = await ask({ limit: 2 }, cookie);
    await started.api.sql`update domains set status = 'deleted' where name = 'second-gone.com'`;
    const next = await ask({ limit: 2, cursor: data.nextCursor }, cookie);
    expect(namesOf(next.data.items)).toEqual(["domain third-gone.com"]);
  });

  it("sums what renews and what expires of all that the filter includes, once", async () => {
    const sumOf = (renewals: Renewal[]) => ({
      currency: "EUR",
      count: renewals.length,
      totalCents: renewals.reduce((sum, each) => sum + (each.totalCents ?? each.totalIfRenewedCents ?? 0), 0),
    });
    const all = await rest({});
    const expiring = all.filter(({ state }) => state === "expiring");
    const { data } = await ask({ limit: 2 });
    expect([all.length, expiring.length]).toEqual([7, 2]);
    expect(data.sums).toMatchObject({
      renewing: [sumOf(all.filter(({ state }) => state !== "expiring"))],
      expiring: [sumOf(expiring)],
    });
    expect((await ask({ limit: 2, cursor: data.nextCursor })).data.sums).toBeNull();
    const ofCom = await ask({ q: "cedar", limit: 1 });
    const { taxCents } = comYear;
    expect(ofCom.data.sums).toEqual({
      renewing: [{ currency: "EUR", count: 1, taxCents, totalCents: cents(comYear) }],
      expiring: [],
    });
  });

  it("has a few that failed, with the reason, and the count of all", async () => {
    const { data } = await ask({ state: "failed", limit: 1 });
    expect(data.items).toMatchObject([{ name: "cedar.com", failure: { code: "registry_refused" } }]);
    expect(data.sums.renewing).toMatchObject([{ count: 2 }]);
  });

  it("and its sums have no other domains than a limited member's", async () => {
    const limited = await small.join("member", { domainNames: ["birch.dev", "dogwood.dev"] });
    const { data } = await ask({}, limited.cookie);
    expect(namesOf(data.items)).toEqual(["domain birch.dev", "domain dogwood.dev"]);
    expect(data.sums).toMatchObject({ renewing: [{ count: 1 }], expiring: [{ count: 1 }] });
  });

  it("refuses another order's cursor, an invented one, a page backward, and more than 100 rows", async () => {
    const { data } = await ask({ sort: "name", limit: 1 });
    const invented = Buffer.from(JSON.stringify(["1188", inDays(1), "not-an-id"])).toString("base64url");
    for (const input of [
      { cursor: data.nextCursor },
      { sort: "total", cursor: data.nextCursor },
      { sort: "total", cursor: invented },
      { cursor: "eA" },
      { direction: "backward" },
      { limit: 101 },
      { month: "2027-13" },
      { sort: "state" },
    ]) {
      expect([input, (await ask(input)).status]).toEqual([input, 422]);
    }
  });

  it("is refused without a session, and has no row of another workspace, whatever the cursor", async () => {
    expect((await started.api.call({ path: "/trpc/orders.renewals?input={}" })).status).toBe(401);
    const { cookie } = (await started.api.createWorkspace()).owner;
    const none = { items: [], nextCursor: null };
    expect((await ask({}, cookie)).data).toEqual({ ...none, sums: { renewing: [], expiring: [] } });
    const { data } = await ask({ limit: 1 });
    expect((await ask({ cursor: data.nextCursor }, cookie)).data).toEqual({ ...none, sums: null });
  });
});

/** How many rows the statements on domains return that the work sends, as the driver reports them. */
async function domainsRead(work: () => Promise<unknown>): Promise<number[]> {
  const { options } = started.api.wired.db.$client as unknown as { options: { debug?: unknown } };
  const statements: [string, string[]][] = [];
  options.debug = (_: number, text: string, values: string[]) => statements.push([text, values]);
  try {
    await work();
  } finally {
    options.debug = undefined;
  }
  const ofDomains = statements.filter(([text]) => / from domains\b/.test(text));
  return Promise.all(
    ofDomains.map(async ([text, values]) => (await started.api.sql.unsafe(text, values)).length),
  );
}

describe("among 10,000 renewals of 40,000", () => {
  it("each page has 100 rows in at most 60 kB, and together they have each name once", async () => {
    const { cookie } = large.owner;
    const { data, text } = await ask({}, cookie);
    expect(text.length).toBeLessThan(60_000);
    expect(text.match(/"name":"many-\d+\.com"/g)).toHaveLength(100);
    expect(data.sums).toMatchObject({ renewing: [{ count: 5_000 }], expiring: [{ count: 5_000 }] });
    const all = namesOf(await walk({}, cookie));
    expect([all.length, new Set(all).size]).toEqual([10_000, 10_000]);
  });

  it("the next page by date, and a few that failed, don't read the others", async () => {
    const { cookie } = large.owner;
    const { data } = await ask({}, cookie);
    expect(await domainsRead(() => ask({ cursor: data.nextCursor }, cookie))).toEqual([101]);
    expect(await domainsRead(() => ask({ state: "failed", limit: 3 }, cookie))).toEqual([0]);
  });
});
