import { afterAll, beforeAll, expect, it } from "vitest";
import { createAttentionFixture } from "../../../test/support/attention/plant.ts";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { domainOperations } from "../domains/index.ts";
import { listAttention } from "./list-attention.ts";

const domainCount = 10_000;
const runs = 5;
let fixture: Awaited<ReturnType<typeof createAttentionFixture>>;
let workspace: Awaited<ReturnType<typeof fixture.createWorkspace>>;

beforeAll(async () => {
  fixture = await createAttentionFixture();
  workspace = await fixture.createWorkspace();
  const { sql } = fixture;
  await sql`
    insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
      paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, next_renewal_at, created_at)
    select gen_random_uuid(), ${workspace.id}, 'scale-' || to_char(i, 'FM00000') || '.com', 'com', 'primary', 'active',
      i % 6 > 0, true, now() - interval '300 days', now() + i * interval '52 minutes', now() + i * interval '52 minutes',
      '{ns1.example.net,ns2.example.net}', '[]', '{}', now(),
      case when i % 6 > 0 then now() + i * interval '52 minutes' end, now()
    from generate_series(1, ${domainCount}::int) i`;
  // An installation has other workspaces.
  const other = await fixture.createWorkspace();
  await sql`
    insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
      paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, next_renewal_at, created_at)
    select gen_random_uuid(), ${other.id}, 'other-' || i || '-' || name, tld, registrar, status, auto_renew, whois_privacy,
      registered_at, paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at,
      next_renewal_at, created_at
    from domains, generate_series(1, 2) i`;
  await sql`
    insert into domain_history (id, domain_id, kind, summary, details, actor, occurred_at)
    select gen_random_uuid(), id, 'renewal', 'Renewed', '{}', '{}', now() - interval '1 day' from domains`;
  await sql`
    insert into domain_operations (id, workspace_id, domain_name, domain_id, kind, state, actor, created_at, updated_at,
      finished_at)
    select gen_random_uuid(), workspace_id, name, id, 'renewal', 'succeeded', '{}', now(), now(), now() from domains`;
  await sql`
    insert into domain_dns_checks (domain_id, workspace_id, checked_at, next_check_at)
    select id, workspace_id, now(), now() from domains`;
  await sql`
    insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes, status,
      activated_at, paid_until)
    select gen_random_uuid(), workspace_id, id, name, 'starter', 5, 2, 'active', now(), now() + interval '200 days'
    from domains where name between 'scale' and 'scale-00500.com'`;
  await sql`
    insert into mail_dns_checks (mail_domain_id, workspace_id, records, checked_at)
    select id, workspace_id, jsonb_build_array(jsonb_build_object('status', 'ok', 'severity', 'note',
      'hint', repeat('x', 4000))), now() from mail_domains`;
  await sql`
    insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, created_at)
    select gen_random_uuid(), id, n || '@' || domain_name, 'x', 'x', now() from mail_domains, generate_series(1, 3) n`;
  await sql`insert into mail_account_use (account_id) select id from mail_accounts`;
  await sql`
    insert into mail_forward_targets (mail_domain_id, address, token_hash, sent_at, confirmed_at, created_at)
    select id, 'a@b.test', id::text, now(), now(), now() from mail_domains`;
  await sql`
    insert into mail_dkim_keys (id, mail_domain_id, selector, public_key, stage, created_at)
    select gen_random_uuid(), id, 's', 'x', 'active', now() from mail_domains`;
  await sql`
    insert into payments (id, workspace_id, order_id, status, amount_cents, tax_cents, currency, created_at)
    select gen_random_uuid(), ${workspace.id}, gen_random_uuid(), 'confirmed', 100, 0, 'EUR', now()
    from generate_series(1, 5000)`;
  for (const cause of Object.entries(workspace.plant.causes)) {
    await cause[1](`bad-${cause[0].replaceAll("_", "-")}.com`);
  }
  await sql`vacuum analyze`;
});
afterAll(() => fixture.close());

type Sql = typeof fixture.sql;
type Query = ReturnType<Sql>;
type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  Filter?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};

/** Runs `work`, and returns the statements that it has sent. */
async function statementsOf(ctx: WorkspaceCtx, work: (ctx: WorkspaceCtx) => Promise<unknown>) {
  const statements: Query[] = [];
  let drizzled = 0;
  const spy = ((strings: TemplateStringsArray, ...values: never[]) => {
    const query = fixture.sql(strings, ...values) as unknown as Query;
    // Others are parts of a statement.
    if (/^\s*(select|with)\b/.test(strings[0] ?? "")) {
      statements.push(query);
    }
    return query;
  }) as unknown as Sql;
  const db = new Proxy(fixture.db, {
    get(target, property, receiver) {
      drizzled += ["select", "execute", "selectDistinct", "transaction"].includes(String(property)) ? 1 : 0;
      return property === "$client" ? spy : Reflect.get(target, property, receiver);
    },
  });
  await work({ ...ctx, db });
  return { statements, count: statements.length + drizzled };
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function explained(statements: readonly Query[]) {
  const plans: Plan[] = [];
  let milliseconds = 0;
  for (const statement of statements) {
    // The machine is shared with other tests, so the fastest of some counts.
    const times: number[] = [];
    let last: Plan | undefined;
    while (times.length < runs) {
      const [row] = await fixture.sql`explain (analyze, buffers, timing off, format json) ${statement}`;
      const plan: unknown = row?.["QUERY PLAN"];
      const [top] = plan as [{ Plan: Plan; "Execution Time": number }];
      times.push(top["Execution Time"]);
      last = top.Plan;
    }
    plans.push(...(last ? [last] : []));
    milliseconds += Math.min(...times);
  }
  const pages = plans.reduce((sum, plan) => sum + plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], 0);
  return { nodes: plans.flatMap(nodesOf), milliseconds, pages };
}

/** Tables that have many rows here; a few rows are read from start to end. */
const large = [
  "domains",
  "domain_history",
  "domain_operations",
  "domain_dns_checks",
  "mail_dns_checks",
  "mail_accounts",
  "mail_account_use",
  "mail_forward_targets",
  "mail_dkim_keys",
  "payments",
];

it("finds its rows among 10,000 domains by indexes, in at most five statements", async () => {
  const owner = await workspace.join();
  const attention = await statementsOf(owner, (ctx) => listAttention(ctx));
  expect(attention.count).toBeLessThanOrEqual(5);
  const read = await explained(attention.statements);
  const scans = read.nodes.filter(
    (node) => node["Node Type"] === "Seq Scan" && large.includes(node["Relation Name"] ?? ""),
  );
  expect(scans.map((node) => [node["Relation Name"], node.Filter])).toEqual([]);

  const { listMyDomains } = domainOperations({} as never);
  const sent = { parameters: {}, query: {}, readBody: () => undefined };
  const mine = await statementsOf(owner, (ctx) =>
    listMyDomains.run(ctx, { ...sent, pointers: { parameters: "", query: "" } }),
  );
  const list = await explained(mine.statements);
  process.stdout.write(
    `GET /attention: ${read.milliseconds.toFixed(1)} ms, ${read.pages} pages; ` +
      `GET /domains/mine: ${list.milliseconds.toFixed(1)} ms, ${list.pages} pages\n`,
  );
});
