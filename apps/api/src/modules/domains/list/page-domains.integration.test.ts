import { type ChosenDomain, domainPageInput } from "@zonepost/schema/panel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { selectCounts, selectPage } from "./page-domains.ts";

let api: Api;
let small: Workspace;
let large: Workspace;

type Given = { name: string; days?: number; status?: string; renews?: boolean; isLocked?: boolean };

const addRow = ({ id }: Workspace, given: Given) => api.sql`
  insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy,
    registered_at, paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
  select gen_random_uuid(), ${id}, ${given.name}, split_part(${given.name}, '.', 2), 'primary',
    ${given.status ?? "active"}, ${given.renews ?? true}, true, at, at + ${given.days ?? 200} * interval '1 day', at, '{}',
    '[]', ${given.isLocked ? ["clientTransferProhibited"] : []}::text[], at, at
  from (select ${new Date().toISOString()}::timestamptz as at) as clock`;

/** Of two workspaces in turn, so that reading one is less than reading the table. */
const addMany = (one: Workspace, other: Workspace, count: number) => api.sql`
  insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy,
    registered_at, paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
  select gen_random_uuid(), case when n % 4 = 0 then ${one.id}::uuid else ${other.id}::uuid end,
    'many-' || lpad(n::text, 6, '0') || '.com', 'com', 'primary', 'active', n % 8 = 0, true,
    now(), now() + (n % 700) * interval '1 day', now(), '{}', '[]', '{}', now(), now()
  from generate_series(1, ${count}) n`;

beforeAll(async () => {
  api = await startApi();
  small = await api.createWorkspace();
  large = await api.createWorkspace();
  for (const row of [
    { name: "alder.com", days: 40, isLocked: true },
    { name: "birch.de", days: 20, renews: false },
    { name: "xn--bckerei-5wa.de", days: 3, renews: false },
    { name: "cedar.com", days: -4, status: "expired" },
    { name: "dogwood.com", days: 300, renews: false },
    { name: "elder.com", days: 50, status: "deleted" },
    { name: "fir.com", days: 60, status: "pending_transfer" },
  ]) {
    await addRow(small, row);
  }
  await addMany(large, await api.createWorkspace(), 40_000);
  await api.sql`analyze domains`;
});
afterAll(() => api?.[Symbol.asyncDispose]());

async function ask(procedure: string, input: unknown, cookie: string | undefined = small.owner.cookie) {
  const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, json } = await api.call({ path, cookie });
  return { status, data: json.result?.data };
}
const names = async (input: unknown) =>
  (await ask("domains.page", input)).data.items.map(({ name }: { name: string }) => name.split(".")[0]);

/** As an infinite query of the panel does. */
async function walk(input: object, cookie: string) {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await ask("domains.page", { ...input, cursor, direction: "forward" }, cookie);
    found.push(...data.items.map(({ name }: { name: string }) => name));
    if (data.nextCursor === null) {
      return found;
    }
    cursor = data.nextCursor;
  }
}

describe("the list's page", () => {
  it.each([
    [{}, ["cedar", "xn--bckerei-5wa", "birch", "alder", "fir", "dogwood"]],
    [{ direction: "forward", q: "elder" }, []],
    [{ sort: "name", descending: true }, ["fir", "dogwood", "cedar", "birch", "xn--bckerei-5wa", "alder"]],
    [{ sort: "status" }, ["cedar", "xn--bckerei-5wa", "birch", "fir", "alder", "dogwood"]],
    [{ sort: "name", q: " BÄCK" }, ["xn--bckerei-5wa"]],
    [{ sort: "name", q: "erei.de" }, ["xn--bckerei-5wa"]],
    [{ sort: "name", q: "xn--b" }, ["xn--bckerei-5wa"]],
    [{ sort: "name", q: "backerei" }, ["xn--bckerei-5wa"]],
    [{ sort: "name", q: "%" }, []],
    [{ sort: "name", renew: "off" }, ["xn--bckerei-5wa", "birch", "dogwood"]],
    [{ locked: "on" }, ["alder"]],
    [{ dnssec: "on" }, []],
    [{ tld: "de", within: 7 }, ["xn--bckerei-5wa"]],
    [{ within: 30 }, ["cedar", "xn--bckerei-5wa", "birch"]],
    [{ attention: true }, ["cedar", "xn--bckerei-5wa", "birch"]],
    [{ status: "expired" }, ["cedar"]],
  ])("for %j has %j", async (input, expected) => {
    expect(await names(input)).toEqual(expected);
  });

  it("says that a domain is suspended, and has it among the worst", async () => {
    await api.sql`update domains set suspended_at = now() where name = 'dogwood.com'`;
    const { data } = await ask("domains.page", { sort: "status" });
    await api.sql`update domains set suspended_at = null where name = 'dogwood.com'`;
    const items: { name: string; isSuspended: boolean }[] = data.items;
    expect(items.filter(({ isSuspended }) => isSuspended).map(({ name }) => name)).toEqual(["dogwood.com"]);
    const ranked = items.map(({ name }) => name);
    expect(ranked.indexOf("dogwood.com")).toBeLessThan(ranked.indexOf("birch.de"));
  });

  it("has an overdue renewal that hasn't failed with what waits, behind what someone must act on", async () => {
    const [before] = await api.sql`select paid_until from domains where name = 'alder.com'`;
    await api.sql`update domains set paid_until = now() - interval '1 hour' where name = 'alder.com'`;
    const ranked = await names({ sort: "status" });
    await api.sql`update domains set paid_until = ${before?.paid_until} where name = 'alder.com'`;
    expect(ranked).toEqual(["cedar", "xn--bckerei-5wa", "birch", "alder", "fir", "dogwood"]);
  });

  it.each(["name", "status", "expiresAt", "autoRenew", "locked", "whoisPrivacy"])(
    "sorted by %s continues where the one before ended, in both directions",
    async (sort) => {
      const { cookie } = small.owner;
      for (const descending of [false, true]) {
        const whole = await walk({ sort, descending }, cookie);
        expect(whole).toHaveLength(6);
        expect(await walk({ sort, descending, limit: 1 }, cookie)).toEqual(whole);
      }
    },
  );

  it("refuses another list's cursor, and more than 100 rows", async () => {
    const { data } = await ask("domains.page", { sort: "name", limit: 1 });
    expect((await ask("domains.page", { sort: "status", cursor: data.nextCursor })).status).toBe(422);
    expect((await ask("domains.page", { limit: 101 })).status).toBe(422);
  });

  it("is refused without a session, and has no row of another workspace", async () => {
    for (const procedure of ["domains.page", "domains.counts", "domains.matching", "domains.find"]) {
      expect((await api.call({ path: `/trpc/${procedure}?input={}` })).status).toBe(401);
    }
    const { cookie } = (await api.createWorkspace()).owner;
    expect((await ask("domains.page", { q: "alder" }, cookie)).data.items).toEqual([]);
    expect((await ask("domains.matching", {}, cookie)).data).toEqual([]);
    expect((await ask("domains.find", { recent: ["alder.com"] }, cookie)).data).toEqual([]);
  });
});

it("counts what the filter shows, what needs attention, and the values to filter by", async () => {
  const { data } = await ask("domains.counts", { tld: "com" });
  expect(data).toMatchObject({ total: 6, matching: 4, needAttention: 3, tlds: ["com", "de"] });
  expect(data.statuses.sort()).toEqual(["active", "expired", "pending_transfer"]);
});

it("lists everything that a filter shows, for a change or a renewal of all of them", async () => {
  const { items } = (await ask("domains.page", { tld: "de", sort: "name", descending: true })).data;
  expect(items).toHaveLength(2);
  expect((await ask("domains.matching", { tld: "de" })).data).toEqual(
    items.map(({ name, status, expiresAt }: ChosenDomain) => ({ name, status, expiresAt })),
  );
});

it.each([
  [{}, ["cedar", "xn--bckerei-5wa", "birch", "alder", "fir", "dogwood"]],
  [{ recent: ["fir.com", "alder.com"] }, ["fir", "alder", "cedar", "xn--bckerei-5wa", "birch", "dogwood"]],
  [{ words: ["dnssec", "dog"] }, ["dogwood", "cedar", "xn--bckerei-5wa", "birch", "alder", "fir"]],
  [{ words: ["backerei", "FIR"] }, ["xn--bckerei-5wa", "fir", "cedar", "birch", "alder", "dogwood"]],
  [{ words: ["elder", " "] }, ["cedar", "xn--bckerei-5wa", "birch", "alder", "fir", "dogwood"]],
])("offers for %j %j", async (input, expected) => {
  const { data } = await ask("domains.find", input);
  expect(data.map(({ name }: ChosenDomain) => name.split(".")[0])).toEqual(expected);
});

it("counts and filters by the person's own list of what needs attention", async () => {
  const { cookie } = small.owner;
  const id = "expires_without_renewal~birch.de";
  const put = { path: `/attention/${id}/mute`, method: "POST", cookie } as const;
  expect((await api.call(put)).status).toBe(204);
  expect(await names({ attention: true })).toEqual(["cedar", "xn--bckerei-5wa"]);
  expect((await ask("domains.counts", {})).data.needAttention).toBe(2);
  expect((await api.call({ ...put, method: "DELETE" })).status).toBe(204);
  expect((await ask("domains.counts", {})).data.needAttention).toBe(3);
});

describe("among 10,000 domains of 40,000", () => {
  it("each page has 100 rows in at most 40 kB, and together they have each name once", async () => {
    const { cookie } = large.owner;
    const { text } = await api.call({ path: "/trpc/domains.page?input={}", cookie });
    expect(text.length).toBeLessThan(40_000);
    expect(text.match(/many-\d+\.com/g)).toHaveLength(100);
    const all = await walk({ sort: "status" }, cookie);
    expect([all.length, new Set(all).size]).toEqual([10_000, 10_000]);
  });

  it("neither pages nor counts read the rows of other workspaces", async () => {
    const actor = { workspaceId: large.id, domainNames: null } as Parameters<typeof selectPage>[1];
    const state = {
      now: new Date(),
      begun: [],
      inNeed: ["many-000008.com"],
      ownScriptNames: [],
      ownScripts: [],
    };
    const { data } = await ask("domains.page", {}, large.owner.cookie);
    const page = (input: object) => selectPage(api.sql, actor, domainPageInput.parse(input), state);
    for (const query of [
      page({}),
      page({ cursor: data.nextCursor }),
      page({ sort: "name" }),
      page({ sort: "status", attention: true }),
      selectCounts(api.sql, actor, { attention: true, within: 30 }, state),
    ]) {
      const [row] = await api.sql`explain (format json) ${query}`;
      expect(JSON.stringify(row)).not.toContain("Seq Scan");
    }
  });
});
