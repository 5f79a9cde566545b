import { domainToASCII } from "node:url";
import { contacts, domainHistory, domains } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import { readCsv } from "../../../../test/support/read-csv.ts";
import { type Api, newDsRecord, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { newId } from "../../../kernel/ids.ts";
import { selectDomains } from "../portfolio/list-domains.ts";

let api: Api;
let workspace: Workspace;
let cookie: string;

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  ({ cookie } = workspace.owner);
});
afterAll(() => api?.[Symbol.asyncDispose]());

/** Only rows: no registry is queried for them. */
const addRows = ({ id }: Workspace, word: string, count: number) =>
  api.sql`
    insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy,
      registered_at, paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
    select gen_random_uuid(), ${id}, ${`${word}-`} || lpad(n::text, 5, '0') || '.com', 'com', 'primary', 'active', true, true,
      now(), now(), now(), '{}', '[]', '{}', now(), now()
    from generate_series(1, ${count}) n`;

async function exported(
  path: string,
  as: { cookie?: string; headers?: Record<string, string> } = { cookie },
) {
  const { status, headers, text } = await api.call({ path, ...as });
  expect(status).toBe(200);
  return { headers, lines: readCsv(text) };
}

describe("the export of domains", () => {
  it("has a line for each domain, sorted by name, with everything that the list shows", async () => {
    const contact = {
      id: newId(),
      workspaceId: workspace.id,
      name: "Anna Example",
      organization: "=Acme, Inc.; =1+1",
      email: "anna@example.com",
      phone: "+49.301234567",
      street: ["Street 1"],
      city: "Berlin",
      countryCode: "DE",
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    await api.db.insert(contacts).values(contact);
    const ds = newDsRecord();
    const name = await workspace.addDomain({
      name: `xn--bcher-kva-${newId().slice(0, 8)}.com`,
      dsRecords: [ds],
    });
    const later = await workspace.addDomain({ name: `zz-${newId()}.de` });
    await workspace.addDomain({ status: "deleted" });
    await api.db
      .update(domains)
      .set({ registrantContactId: contact.id, registryStatuses: ["clientTransferProhibited"] })
      .where(eq(domains.name, name));
    const { headers, lines } = await exported("/domains/export");
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="domains.csv"',
      "x-content-type-options": "nosniff",
    });
    expect(lines.map((line) => line.name)).toEqual([name, later].sort());
    expect(lines[0]).toMatchObject({
      name,
      status: "active",
      auto_renew: "true",
      whois_privacy: "true",
      locked: "true",
      nameservers: "ns1.example.net ns2.example.net",
      dnssec: `DS record ${ds.keyTag} (ECDSAP256SHA256, SHA-256)`,
      // Spreadsheets must not read it as a formula.
      registrant: "'=Acme, Inc.; '=1+1",
    });
    expect(lines[1]).toMatchObject({ name: later, locked: "false", dnssec: "", registrant: "" });
    for (const field of ["registered", "expires"]) {
      expect(Date.parse(lines[0]?.[field] ?? "")).not.toBeNaN();
    }

    const limited = await workspace.join("member", { domainNames: [name] });
    const seen = (await exported("/domains/export", { cookie: limited.cookie })).lines;
    expect(seen).toMatchObject([{ name, registrant: "" }]);
    const key = await newApiKey(api, workspace, { scopes: ["domains:read"] });
    const byKey = (await exported("/domains/export", { headers: key.headers })).lines;
    expect(byKey.map(({ registrant }) => registrant)).toEqual(["", ""]);
  });

  it("shows each name in its own script", async () => {
    const other = await api.createWorkspace();
    await other.addDomain({ name: "xn--bcher-kva.com" });
    const { lines } = await exported("/domains/export", { cookie: other.owner.cookie });
    expect(lines).toMatchObject([{ name: "xn--bcher-kva.com", unicode_name: "bücher.com" }]);
  });

  it("has what the list shows with the same filter, and refuses an unknown one", async () => {
    const other = await api.createWorkspace();
    const name = await other.addDomain({ name: domainToASCII(`bücher-${newId()}.com`) });
    await api.db
      .update(domains)
      .set({ autoRenew: false, nextRenewalAt: null, paidUntil: new Date(Date.now() + 86_400_000) })
      .where(eq(domains.name, name));
    await other.addDomain({ name: `${newId()}.com` });
    for (const query of ["q=B%C3%9CCHER", "renew=off", "within=7", "status=active&attention=true"]) {
      const { lines } = await exported(`/domains/export?${query}`, { cookie: other.owner.cookie });
      expect([query, lines.map((line) => line.name)]).toEqual([query, [name]]);
    }
    expect((await exported("/domains/export?tld=de", { cookie: other.owner.cookie })).lines).toEqual([]);
    for (const query of ["within=soon", "attention=yes", "color=red"]) {
      const { status } = await api.call({ path: `/domains/export?${query}`, cookie: other.owner.cookie });
      expect([query, status]).toEqual([query, 422]);
    }
  });

  it("includes each domain once beyond the batch size", async () => {
    const large = await api.createWorkspace();
    await addRows(large, "many", 4001);
    const { lines } = await exported("/domains/export", { cookie: large.owner.cookie });
    expect(lines).toHaveLength(4001);
    expect(new Set(lines.map(({ name }) => name)).size).toBe(4001);
    expect([lines[0]?.name, lines.at(-1)?.name]).toEqual(["many-00001.com", "many-04001.com"]);
  });
});

describe("pages of many domains", () => {
  it("are read with the index on workspace and name, from the cursor", async () => {
    const large = await api.createWorkspace();
    await addRows(large, "paged", 10000);
    await api.sql`analyze domains`;
    for (const after of ["", "paged-05000.com", "paged-09900.com"]) {
      const page = selectDomains(api.sql, { workspaceId: large.id, domainNames: null, after, limit: 101 });
      const [row] = await api.sql`explain (analyze, format json) ${page}`;
      const plan = JSON.stringify(row?.["QUERY PLAN"]);
      expect(plan).toContain("domains_workspace_name_index");
      const removed = [...plan.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(0, ...removed)).toBe(0);
    }
    let path = "/domains/mine?limit=500";
    const names: string[] = [];
    while (path !== "") {
      const page = await api.call({ path, cookie: large.owner.cookie });
      names.push(...page.json.map(({ name }: { name: string }) => name));
      const next = /<([^>]+)>/.exec(String(page.headers.link ?? ""))?.[1];
      path = next ? `/domains/mine${new URL(next).search}` : "";
    }
    expect([names.length, new Set(names).size]).toEqual([10_000, 10_000]);
  });
});

describe("the export of a domain's history", () => {
  it("contains all events, newest first, and no user-supplied formula", async () => {
    const name = await workspace.addDomain();
    const ds = newDsRecord();
    await api.call({ method: "POST", path: `/domains/${name}/dnssec`, cookie, body: ds });
    const [row] = await api.db.select({ id: domains.id }).from(domains).where(eq(domains.name, name));
    const domainId = row?.id ?? "";
    const [made] = await api.db
      .select()
      .from(domainHistory)
      .where(and(eq(domainHistory.domainId, domainId), eq(domainHistory.kind, "dnssec_change")));
    await api.db.insert(domainHistory).values(
      Array.from({ length: 2_300 }, (_, at) => ({
        id: newId(),
        domainId,
        kind: "registration" as const,
        summary: "=cmd|' /C calc'!A0",
        details: { at },
        actor: { kind: "user" as const, id: null, name: "+formula@example.com" },
        // Many rows share one time, so that a cursor needs more than the time.
        occurredAt: new Date(Date.UTC(2020, 0, 1 + Math.floor(at / 500))),
      })),
    );
    const { headers, lines } = await exported(`/domains/${name}/history/export`);
    expect(headers["content-disposition"]).toBe('attachment; filename="domain-history.csv"');
    expect(lines).toHaveLength(2_301);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2_301);
    expect(lines[0]).toMatchObject({
      time: made?.occurredAt.toISOString(),
      kind: "dnssec_change",
      actor_kind: "user",
      actor_name: workspace.owner.email,
      request_id: made?.requestId,
    });
    expect(lines[1]).toMatchObject({ summary: "'=cmd|' /C calc'!A0", actor_name: "'+formula@example.com" });
    expect(JSON.parse(lines[0]?.details ?? "")).toEqual({ from: null, to: ds });
    const times = lines.map(({ time }) => time ?? "");
    expect(times).toEqual([...times].sort().reverse());
  });

  it("returns a problem for another workspace's domain", async () => {
    const name = await (await api.createWorkspace()).addDomain();
    const { status, headers } = await api.call({ path: `/domains/${name}/history/export`, cookie });
    expect([status, headers["content-type"]]).toEqual([404, "application/problem+json"]);
  });
});
