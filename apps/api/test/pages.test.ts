import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IdPrefix, newId, publicId } from "../src/kernel/ids.ts";
import type { Answer } from "./support/answer.ts";
import { describedOperations } from "./support/conformance.ts";
import { type Api, newDsRecord, type Person, startApi, type Workspace } from "./support/start-api.ts";

// Every paginated list in the published description. The feed of events has no end, and tests of its own.

const paged = describedOperations.filter(
  ({ operation }) =>
    operation.operationId !== "listEvents" &&
    operation.parameters?.some((parameter) => parameter.name === "limit"),
);

let api: Api;
let workspace: Workspace;
let operator: Person;
let domainName: string;
let endpointId: string;
const count = 5;
const registrant = {
  name: "Dana Meier",
  email: "dana@example.com",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  postalCode: "10178",
  countryCode: "DE",
};

beforeAll(async () => {
  api = await startApi({ withCards: true });
  // They would change rows at any time.
  await api.holdNotices();
  workspace = await api.createWorkspace();
  operator = await api.createOperator();
  const { cookie } = workspace.owner;
  const post = async (path: string, body: unknown) => {
    const answer = await api.call({ method: "POST", path, body, cookie });
    expect(answer.status).toBe(201);
    return answer.json;
  };
  await post("/sandbox/payment-methods", { number: "4242424242424242" });
  domainName = await workspace.addDomain();
  await post("/me/mail/activate", { domainName, planSlug: "pro" });
  for (let index = 0; index < count; index += 1) {
    const url = `https://hooks.example.com/${index}`;
    const endpoint = await post("/webhooks/outbound", { url, events: ["*"] });
    endpointId ??= endpoint.id;
    const zoneName = index > 0 ? await workspace.addDomain() : domainName;
    await post("/zones", { name: zoneName });
    const records = { action: "set", name: "www", type: "A", values: [`192.0.2.${index + 1}`] };
    await post(`/zones/${domainName}/changes`, { changes: [records] });
    await post(`/domains/${domainName}/dnssec`, newDsRecord());
    const registrantId = (await post("/contacts", registrant)).id;
    await post("/domains", { name: `page-${index}.com`, contacts: { registrantId } });
    await post("/domain-batches", { names: [domainName], change: { autoRenew: false } });
    await post(`/me/mail/${domainName}/accounts`, { localPart: `box${index}`, displayName: "Box" });
    const alias = { fromAddress: `sales${index}@${domainName}`, toAddress: "sales@elsewhere.example" };
    await post(`/me/mail/${domainName}/aliases`, alias);
    await post("/api-keys", { name: `Key ${index}`, scopes: ["domains:read"] });
    await post("/workspace/invitations", { email: `guest-${index}@people.test`, role: "member" });
    if (index > 0) {
      await workspace.join("read_only");
    }
  }
  await api.sql`
    insert into mail_events (id, workspace_id, mail_domain_id, host, queue_id, kind, sender, recipient, occurred_at)
    select row.id, workspace_id, mail_domains.id, 'mail.test', 'Q' || number, 'received', 'a@b.test', 'c@d.test', now()
    from mail_domains, generate_series(1, ${count}) as number,
      lateral (select ('01900000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid as id) as row
    where domain_name = ${domainName}`;
  // Within the forecast of renewals, which ends before a domain that was registered today is renewed.
  await api.sql`
    update domains set next_renewal_at = now() + interval '30 days' where workspace_id = ${workspace.id}`;
  await api.sql`
    update mail_domains set next_renewal_at = now() + interval '30 days' where workspace_id = ${workspace.id}`;
  // Another workspace's rows, which no page may include.
  const other = await api.createWorkspace();
  await other.addDomain();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const filled = (path: string) =>
  path.replace(/\{(?:name|domainName|zoneName)\}/, domainName).replace("{id}", endpointId);
const get = (path: string) =>
  api.call({ path, cookie: (path.startsWith("/operator/") ? operator : workspace.owner).cookie });

function nextOf(answer: Answer): string | undefined {
  const link = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ""))?.[1];
  if (link === undefined) {
    return undefined;
  }
  const url = new URL(link);
  expect(url.origin).toBe(new URL(api.env.API_URL).origin);
  return `${url.pathname}${url.search}`;
}

it("the lists of domains, mail accounts and aliases can be paginated", () => {
  const names = paged.map(({ operation }) => operation.operationId);
  expect(names).toEqual(expect.arrayContaining(["listMyDomains", "listMailAccounts", "listMailAliases"]));
});

describe.each(paged.map(({ operation, path }) => [operation.operationId, path] as const))("%s", (_, path) => {
  it("is complete without a limit, and has each item once, in order, with any page size", async () => {
    const list = await get(filled(path));
    const total = list.json.length;
    expect(total).toBeGreaterThanOrEqual(count);
    expect(nextOf(list)).toBeUndefined();
    for (const limit of [1, 2, total - 1, total, total + 1]) {
      const walked: unknown[] = [];
      let next: string | undefined = `${filled(path)}?limit=${limit}`;
      while (next !== undefined) {
        const page: Answer = await get(next);
        expect(page.json.length).toBeLessThanOrEqual(limit);
        walked.push(...page.json);
        next = nextOf(page);
      }
      expect({ limit, walked }).toEqual({ limit, walked: list.json });
    }
  });

  it("rejects a limit out of range and an invalid cursor with 422 and a pointer", async () => {
    for (const [query, pointer] of [
      ["limit=0", "/query/limit"],
      ["limit=-1", "/query/limit"],
      ["limit=1.5", "/query/limit"],
      ["limit=501", "/query/limit"],
      ["limit=ten", "/query/limit"],
      ["limit=1&limit=2", "/query/limit"],
      ["limit=1&cursor=", "/query/cursor"],
      ["limit=1&cursor=!!", "/query/cursor"],
      ["limit=1&cursor=YQ%3D%3D", "/query/cursor"],
      ["limit=1&page=2", "/query/page"],
    ]) {
      const answer = await get(`${filled(path)}?${query}`);
      expect([query, answer.status, answer.json.errors?.[0].pointer]).toEqual([query, 422, pointer]);
    }
  });

  it("answers a forged cursor with the caller's own rows or a refusal, never an internal error", async () => {
    const total = (await get(filled(path))).json.length;
    const moments = ["1", "2026", "0000-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"];
    const places = ["a", "\u{10ffff}", "00000000-0000-7000-8000-000000000000", "' or 1=1 --", "a\0"].concat(
      moments.flatMap((moment) =>
        ["dhe", "aud"].map((kind) => `${moment} ${publicId(kind as IdPrefix, newId())}`),
      ),
    );
    for (const place of places) {
      const cursor = Buffer.from(place).toString("base64url");
      const answer = await get(`${filled(path)}?limit=100&cursor=${cursor}`);
      expect([place, [200, 422].includes(answer.status)]).toEqual([place, true]);
      if (answer.status === 200) {
        expect(answer.json.length).toBeLessThanOrEqual(total);
      }
    }
  });
});
