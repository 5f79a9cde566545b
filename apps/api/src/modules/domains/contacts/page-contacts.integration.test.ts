import { contactPageInput } from "@zonepost/schema/panel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { selectPage } from "./page-contacts.ts";

let api: Api;
let small: Workspace;
let large: Workspace;

const details = {
  email: "post@example.com",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  postalCode: "10178",
  countryCode: "DE",
};

async function addContact(given: object): Promise<string> {
  const body = { ...details, ...given };
  const answer = await api.call({ path: "/contacts", method: "POST", body, cookie: small.owner.cookie });
  expect(answer.status, answer.text).toBe(201);
  const [row] = await api.sql`select id from contacts order by id desc limit 1`;
  return row?.id;
}

/** One contact in two of the roles. */
const addDomains = (id: string, status: string, count: number) => api.sql`
  insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
    paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, created_at,
    registrant_contact_id, tech_contact_id)
  select gen_random_uuid(), ${small.id}, substr(${id}, 25) || '-' || ${status} || '-' || n || '.com', 'com', 'primary',
    ${status}, true, true, now(), now(), now(), '{}', '[]', '{}', now(), now(), ${id}::uuid, ${id}::uuid
  from generate_series(1, ${count}::int) n`;

/** Of two workspaces in turn, so that reading one is less than reading the table. */
const addMany = (one: Workspace, other: Workspace, count: number) => api.sql`
  insert into contacts (id, workspace_id, name, email, phone, street, city, country_code, created_at, updated_at)
  select gen_random_uuid(), case when n % 8 = 0 then ${one.id}::uuid else ${other.id}::uuid end,
    'Person ' || n, 'person-' || n || '@example.com', '+4930123456', '{}', 'Berlin', 'DE', now(), now()
  from generate_series(1, ${count}::int) n`;

beforeAll(async () => {
  api = await startApi();
  small = await api.createWorkspace();
  large = await api.createWorkspace();
  const zoe = await addContact({ name: "Zoe", email: "zoe@zonepost.example" });
  const oezil = await addContact({ name: "Özil", organization: "Ärzte GmbH", city: "Köln" });
  await addContact({ name: "peter", countryCode: "AT", postalCode: "1010", city: "Wien" });
  await addDomains(zoe, "active", 2);
  await addDomains(oezil, "active", 3);
  await addDomains(oezil, "deleted", 5);
  await addMany(large, await api.createWorkspace(), 80_000);
  await api.sql`analyze contacts`;
});
afterAll(() => api?.[Symbol.asyncDispose]());

async function ask(input: unknown, cookie: string | undefined = small.owner.cookie) {
  const path = `/trpc/contacts.page?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, json, text } = await api.call({ path, cookie });
  return { status, text, data: json.result?.data };
}
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);

async function walk(input: object, cookie: string) {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await ask({ ...input, cursor }, cookie);
    found.push(...namesOf(data));
    if (data.nextCursor === null) {
      return found;
    }
    cursor = data.nextCursor;
  }
}

describe("a page of contacts", () => {
  it.each([
    [{}, ["Zoe", "Özil", "peter"]],
    [{ descending: true }, ["peter", "Özil", "Zoe"]],
    [{ sort: "name" }, ["Özil", "peter", "Zoe"]],
    [{ sort: "countryCode", descending: true }, ["Özil", "Zoe", "peter"]],
    [{ sort: "domainCount" }, ["peter", "Zoe", "Özil"]],
    [{ q: " OZIL" }, ["Özil"]],
    [{ q: "ärzte" }, ["Özil"]],
    [{ q: "koln" }, ["Özil"]],
    [{ q: "zoe@zonepost" }, ["Zoe"]],
    [{ q: "%" }, []],
  ])("for %j has %j", async (input, expected) => {
    const { data } = await ask(input);
    expect([data.total, namesOf(data)]).toEqual([3, expected]);
  });

  it("has the contacts as the REST API has them, with the domains that use each", async () => {
    const rest = await api.call({ path: "/contacts", cookie: small.owner.cookie });
    const { items } = (await ask({})).data;
    expect(rest.json).toMatchObject(items);
    expect(items.map(({ domainCount }: { domainCount: number }) => domainCount)).toEqual([2, 3, 0]);
  });

  it.each(["createdAt", "name", "countryCode", "domainCount"])(
    "sorted by %s continues where the one before ended, in both directions",
    async (sort) => {
      const { cookie } = small.owner;
      for (const descending of [false, true]) {
        const whole = await walk({ sort, descending }, cookie);
        expect(whole).toHaveLength(3);
        expect(await walk({ sort, descending, limit: 1 }, cookie)).toEqual(whole);
      }
    },
  );

  it("refuses another order's cursor, an invented one, and more than 100 rows", async () => {
    const { data } = await ask({ sort: "name", limit: 1 });
    const invented = Buffer.from(JSON.stringify(["not-an-id"])).toString("base64url");
    for (const input of [{ cursor: data.nextCursor }, { cursor: invented }, { limit: 101 }]) {
      expect([input, (await ask(input)).status]).toEqual([input, 422]);
    }
  });

  it("is refused without a session, and has no row of another workspace", async () => {
    expect((await api.call({ path: "/trpc/contacts.page?input={}" })).status).toBe(401);
    const { data } = await ask({}, (await api.createWorkspace()).owner.cookie);
    expect(data).toEqual({ items: [], nextCursor: null, total: 0 });
  });
});

describe("among 10,000 contacts of 80,000", () => {
  it("each page has 100 rows in at most 40 kB, and together they have each name once", async () => {
    const { cookie } = large.owner;
    const { text } = await ask({}, cookie);
    expect(text.length).toBeLessThan(40_000);
    expect(text.match(/"name":"Person \d+"/g)).toHaveLength(100);
    const all = await walk({ sort: "countryCode" }, cookie);
    expect([all.length, new Set(all).size]).toEqual([10_000, 10_000]);
  });

  it("a page doesn't read the contacts of other workspaces", async () => {
    const { data } = await ask({}, large.owner.cookie);
    for (const input of [{}, { cursor: data.nextCursor }, { sort: "domainCount", q: "person" }]) {
      const query = selectPage(api.sql, large.id, contactPageInput.parse(input));
      const [row] = await api.sql`explain (format json) ${query}`;
      const plan = JSON.stringify(row);
      expect(plan).toContain("contacts_workspace_index");
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"contacts"/);
    }
  });
});
