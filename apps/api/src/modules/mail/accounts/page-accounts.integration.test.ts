import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";

let api: Api;
let workspace: Workspace;
const domainName = "xn--bckerei-5wa.com";
const manyName = "many.com";

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  for (const name of [domainName, manyName]) {
    await api.sql`
      insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes,
        status, activated_at, paid_until)
      values (gen_random_uuid(), ${workspace.id}, gen_random_uuid(), ${name}, 'pro', 25, 10, 'active', now(),
        now() + interval '90 days')`;
  }
  for (const { local, name, used, days, isDeleted = false } of [
    { local: "anna", name: "Özil", used: 3_000_000_000, days: 1 },
    { local: "bob", name: "Zoe", used: 20, days: 9 },
    { local: "cleo", name: "adam", used: 100 },
    { local: "gone", name: "Gone", used: 1, isDeleted: true },
  ]) {
    await api.sql`
      with account as (
        insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, created_at,
          deleted_at, erases_at)
        select gen_random_uuid(), id, ${`${local}@${domainName}`}, ${name}, '-', now(),
          case when ${isDeleted} then now() end, case when ${isDeleted} then now() + interval '30 days' end
        from mail_domains where domain_name = ${domainName}
        returning id)
      insert into mail_account_use (account_id, used_bytes, last_login_at)
      select id, ${used}, now() - ${days ?? null}::int * interval '1 day' from account`;
  }
  await api.sql`
    insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, created_at)
    select gen_random_uuid(), id, 'box-' || lpad(n::text, 5, '0') || '@' || domain_name, 'Box ' || n, '-', now()
    from mail_domains, generate_series(1, 1050) n where domain_name = ${manyName}`;
});
afterAll(() => api?.[Symbol.asyncDispose]());

async function ask(input: object, cookie: string | undefined = workspace.owner.cookie) {
  const path = `/trpc/mail.accountPage?input=${encodeURIComponent(JSON.stringify({ domainName, ...input }))}`;
  const { status, json, text } = await api.call({ path, cookie });
  return { status, text, data: json.result?.data };
}
const localParts = ({ items }: { items: { fullAddress: string }[] }) =>
  items.map(({ fullAddress }) => fullAddress.split("@")[0]);

async function walk(input: object) {
  const found: (string | undefined)[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await ask({ ...input, cursor });
    found.push(...localParts(data));
    if (data.nextCursor === null) {
      return found;
    }
    cursor = data.nextCursor;
  }
}

describe("a page of mail accounts", () => {
  it.each([
    [{}, 3, ["anna", "bob", "cleo"]],
    [{ descending: true }, 3, ["cleo", "bob", "anna"]],
    [{ sort: "displayName" }, 3, ["cleo", "anna", "bob"]],
    [{ sort: "usedBytes" }, 3, ["bob", "cleo", "anna"]],
    [{ sort: "lastLoginAt" }, 3, ["cleo", "bob", "anna"]],
    [{ q: " OZIL" }, 3, ["anna"]],
    [{ q: "özil" }, 3, ["anna"]],
    [{ q: "bob@bäckerei.com" }, 3, ["bob"]],
    [{ q: `bob@${domainName}` }, 3, ["bob"]],
    [{ q: "%" }, 3, []],
    [{ state: "deleted" }, 1, ["gone"]],
  ])("for %j has %j and %j", async (input, total, expected) => {
    const { data } = await ask(input);
    expect([data.total, localParts(data)]).toEqual([total, expected]);
  });

  it("has the accounts as the REST API has them", async () => {
    const path = `/me/mail/${domainName}/accounts`;
    const rest = await api.call({ path, cookie: workspace.owner.cookie });
    expect((await ask({})).data.items).toEqual(rest.json);
  });

  it.each(["fullAddress", "displayName", "usedBytes", "lastLoginAt"])(
    "sorted by %s continues where the one before ended, in both directions",
    async (sort) => {
      for (const descending of [false, true]) {
        const whole = await walk({ sort, descending });
        expect(whole).toHaveLength(3);
        expect(await walk({ sort, descending, limit: 1 })).toEqual(whole);
      }
    },
  );

  it("has 100 rows in at most 80 kB, and all pages together have each address once", async () => {
    const { text, data } = await ask({ domainName: manyName });
    expect([data.items.length, data.total, text.length < 80_000]).toEqual([100, 1050, true]);
    const all = await walk({ domainName: manyName, sort: "usedBytes" });
    expect([all.length, new Set(all).size]).toEqual([1050, 1050]);
  });

  it("refuses another order's cursor, and more than 100 rows", async () => {
    const { data } = await ask({ limit: 1 });
    expect((await ask({ sort: "usedBytes", cursor: data.nextCursor })).status).toBe(422);
    expect((await ask({ limit: 101 })).status).toBe(422);
  });

  it("is refused without a session, and not found from another workspace", async () => {
    expect((await ask({}, "")).status).toBe(401);
    expect((await ask({}, (await api.createWorkspace()).owner.cookie)).status).toBe(404);
  });
});
