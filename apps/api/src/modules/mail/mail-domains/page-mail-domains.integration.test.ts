import { domainsFound, mailDomainPageInput } from "@zonepost/schema/panel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { selectTotal } from "./listed-mail-domains.ts";
import { selectPage } from "./page-mail-domains.ts";

let api: Api;
let small: Workspace;
let large: Workspace;

const addRow = (
  { id }: Workspace,
  given: { name: string; days: number; accounts: number; maxAccounts?: number; paidDays?: number },
) => api.sql`
  with mail as (
    insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes,
      status, activated_at, paid_until)
    values (gen_random_uuid(), ${id}, gen_random_uuid(), ${given.name}, 'pro', ${given.maxAccounts ?? 25}, 10,
      'active', now() - ${given.days}::int * interval '1 day', now() + ${given.paidDays ?? 90}::int * interval '1 day')
    returning id)
  insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, deleted_at, created_at)
  select gen_random_uuid(), id, 'box-' || n || '@' || ${given.name}, 'Box', '-', case when n = 0 then now() end, now()
  from mail, generate_series(0, ${given.accounts}) n`;

/** Of two workspaces in turn, so that reading one is less than reading the table. */
const addMany = (one: Workspace, other: Workspace, count: number) => api.sql`
  insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes,
    status, activated_at, paid_until)
  select gen_random_uuid(), case when n % 8 = 0 then ${one.id}::uuid else ${other.id}::uuid end, gen_random_uuid(),
    'many-' || lpad(n::text, 6, '0') || '.com', 'pro', 25, 10, 'active', now() - n * interval '1 minute',
    now() + interval '90 days'
  from generate_series(1, ${count}) n`;

beforeAll(async () => {
  api = await startApi();
  small = await api.createWorkspace();
  large = await api.createWorkspace();
  await addRow(small, { name: "alder.com", days: 4, accounts: 2 });
  await addRow(small, { name: "birch.de", days: 9, accounts: 0, maxAccounts: 100 });
  await addRow(small, { name: "cedar.com", days: 1, accounts: 3, paidDays: -1 });
  await addRow(small, { name: "xn--bckerei-5wa.de", days: 7, accounts: 1, maxAccounts: 5 });
  await addMany(large, await api.createWorkspace(), 80_000);
  await api.sql`analyze mail_domains`;
});
afterAll(() => api?.[Symbol.asyncDispose]());

async function ask(input: unknown, cookie: string | undefined = small.owner.cookie) {
  const path = `/trpc/mail.page?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, json, text } = await api.call({ path, cookie });
  return { status, text, data: json.result?.data };
}
const namesOf = (page: { items: { domainName: string }[] }) => page.items.map(({ domainName }) => domainName);

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

describe("a page of mail domains", () => {
  it.each([
    [{}, ["alder.com", "xn--bckerei-5wa.de", "birch.de", "cedar.com"]],
    [{ descending: true }, ["cedar.com", "birch.de", "xn--bckerei-5wa.de", "alder.com"]],
    [{ sort: "planSlug" }, ["xn--bckerei-5wa.de", "alder.com", "cedar.com", "birch.de"]],
    [{ sort: "accountCount" }, ["birch.de", "xn--bckerei-5wa.de", "alder.com", "cedar.com"]],
    [{ sort: "activatedAt" }, ["birch.de", "xn--bckerei-5wa.de", "alder.com", "cedar.com"]],
    [{ q: " BÄCK" }, ["xn--bckerei-5wa.de"]],
    [{ q: "xn--b" }, ["xn--bckerei-5wa.de"]],
    [{ q: ".COM" }, ["alder.com", "cedar.com"]],
    [{ q: "%" }, []],
  ])("for %j has %j", async (input, expected) => {
    const { data } = await ask(input);
    expect(namesOf(data)).toEqual(expected);
    expect(data.total).toBe(4);
  });

  it("has what the list shows of each, with its status as of now", async () => {
    const { items } = (await ask({ q: "cedar" })).data;
    expect(items).toEqual([
      {
        domainName: "cedar.com",
        status: "suspended",
        planSlug: "pro",
        accountCount: 3,
        maxAccounts: 25,
        activatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
        dns: null,
      },
    ]);
  });

  it.each(["domainName", "planSlug", "accountCount", "activatedAt"])(
    "sorted by %s continues where the one before ended, in both directions",
    async (sort) => {
      const { cookie } = small.owner;
      for (const descending of [false, true]) {
        const whole = await walk({ sort, descending }, cookie);
        expect(whole).toHaveLength(4);
        expect(await walk({ sort, descending, limit: 1 }, cookie)).toEqual(whole);
      }
    },
  );

  it("refuses another order's cursor, an invented one, and more than 100 rows", async () => {
    const { data } = await ask({ limit: 1 });
    const invented = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString("base64url");
    for (const input of [
      { sort: "accountCount", cursor: data.nextCursor },
      { cursor: "nonsense" },
      { cursor: invented("a\0", "b") },
      { sort: "activatedAt", cursor: invented("1", "alder.com") },
      { limit: 101 },
    ]) {
      expect([input, (await ask(input)).status]).toEqual([input, 422]);
    }
  });

  it("is refused without a session, and has no row of another workspace", async () => {
    expect((await api.call({ path: "/trpc/mail.page?input={}" })).status).toBe(401);
    const { data } = await ask({}, (await api.createWorkspace()).owner.cookie);
    expect(data).toEqual({ items: [], nextCursor: null, total: 0 });
  });
});

describe("among 10,000 mail domains of 80,000", () => {
  it("each page has 100 rows in at most 40 kB, and together they have each name once", async () => {
    const { cookie } = large.owner;
    const { text } = await ask({}, cookie);
    expect(text.length).toBeLessThan(40_000);
    expect(text.match(/"domainName":"many-\d+\.com"/g)).toHaveLength(100);
    const all = await walk({ sort: "planSlug" }, cookie);
    expect([all.length, new Set(all).size]).toEqual([10_000, 10_000]);
  });

  it("neither a page nor the total reads the rows of other workspaces", async () => {
    const actor = { workspaceId: large.id, domainNames: null } as Parameters<typeof selectPage>[1];
    const now = new Date();
    const { data } = await ask({}, large.owner.cookie);
    const page = (input: object) =>
      selectPage(api.sql, actor, mailDomainPageInput.parse(input), { now, ownScripts: [] });
    for (const query of [
      page({}),
      page({ cursor: data.nextCursor }),
      page({ sort: "activatedAt", q: "many" }),
      selectTotal(api.sql, actor, now),
    ]) {
      const [row] = await api.sql`explain (format json) ${query}`;
      expect(JSON.stringify(row)).not.toMatch(/Seq Scan|mail_domains_name_key/);
    }
  });
});

const askFor = async (procedure: string, input: unknown, cookie: string | undefined) => {
  const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return (await api.call({ path, cookie })).json.result?.data;
};

describe("the finder", () => {
  it.each([
    [{}, ["alder.com", "birch.de", "cedar.com", "xn--bckerei-5wa.de"]],
    [{ words: ["ced"] }, ["cedar.com", "alder.com", "birch.de", "xn--bckerei-5wa.de"]],
    [{ words: ["BÄCK"] }, ["xn--bckerei-5wa.de", "alder.com", "birch.de", "cedar.com"]],
    [{ recent: ["cedar.com", "not-here.com"] }, ["cedar.com", "alder.com", "birch.de", "xn--bckerei-5wa.de"]],
  ])("for %j has the named mail domains first, then recent ones", async (input, expected) => {
    expect(await askFor("mail.find", input, small.owner.cookie)).toEqual(expected);
  });

  it("reads no more than it offers", async () => {
    expect(await askFor("mail.find", { words: ["many-"] }, large.owner.cookie)).toHaveLength(domainsFound);
  });
});

describe("the storage of mail domains", () => {
  it("has the fullest ones by share, and counts the others and the empty ones", async () => {
    const workspace = await api.createWorkspace();
    const sizes = [3, 9, 1, 7, 0, 5, 8];
    for (const [index, gigabytes] of sizes.entries()) {
      const name = `storing-${index}.com`;
      await addRow(workspace, { name, days: 1, accounts: 1 });
      // Of two mailboxes, one of them deleted.
      await api.sql`
        insert into mail_account_use (account_id, used_bytes)
        select id, ${gigabytes * 500_000_000} from mail_accounts where full_address like ${`%@${name}`}`;
    }
    await api.sql`update mail_domains set storage_gigabytes = 1000 where domain_name = 'storing-1.com'`;
    const storage = await askFor("mail.storage", {}, workspace.owner.cookie);
    expect(storage).toEqual({
      domainCount: 7,
      fullest: [6, 3, 5, 0, 2].map((index) => ({
        domainName: `storing-${index}.com`,
        usedBytes: (sizes[index] ?? 0) * 1_000_000_000,
        storageGigabytes: 10,
      })),
      otherCount: 1,
    });
    expect(await askFor("mail.storage", {}, small.owner.cookie)).toEqual({
      domainCount: 4,
      fullest: [],
      otherCount: 0,
    });
  });
});
