import { randomUUID } from "node:crypto";
import { mailPlans } from "@zonepost/schema";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMailRoles, mailRoleNames } from "../src/mail-roles.ts";
import { startQuarantine } from "../src/quarantine.ts";
import { createTestDatabase, type TestDatabase } from "../src/testing.ts";

let database: TestDatabase;
let owner: postgres.Sql;
let servers: postgres.Sql;
let agent: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  const names = mailRoleNames(new URL(database.url).pathname.slice(1));
  const roles = {
    servers: { name: names.servers, password: "it's servers" },
    agent: { name: names.agent, password: "agent" },
  };
  await createMailRoles(database.url, { ...roles, agent: { ...roles.agent, password: "earlier" } });
  await createMailRoles(database.url, roles);
  const connect = (role?: { name: string; password: string }) => {
    const url = Object.assign(
      new URL(database.url),
      role && { username: role.name, password: role.password },
    );
    return postgres(url.href, { max: 1, onnotice: () => {} });
  };
  [owner, servers, agent] = [connect(), connect(roles.servers), connect(roles.agent)];
});
afterAll(async () => {
  await Promise.all([owner, servers, agent].map((each) => each?.end()));
  await database?.drop();
});

/** A paid mail domain with the accounts; returns their ids. */
async function makeMail(name: string, locals: string[], planSlug = "starter") {
  const [workspaceId, domainId] = [randomUUID(), randomUUID()];
  await owner`insert into workspaces (id, name, slug, created_at) values (${workspaceId}, ${name}, ${name}, now())`;
  await owner`
    insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes, status, activated_at, paid_until)
    values (${domainId}, ${workspaceId}, ${randomUUID()}, ${name}, ${planSlug}, 5, 2, 'active', now(), now() + interval '1 year')`;
  const accountIds: string[] = [];
  for (const local of locals) {
    const id = randomUUID();
    accountIds.push(id);
    await owner`
      insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, created_at)
      values (${id}, ${domainId}, ${`${local}@${name}`}, ${local}, 'x', now())`;
  }
  const addAlias = async (from: string, target: string) => {
    const id = randomUUID();
    await owner`insert into mail_aliases (id, mail_domain_id, from_address, created_at) values (${id}, ${domainId}, ${from}, now())`;
    await owner`insert into mail_alias_targets (alias_id, address, position) values (${id}, ${target}, 0)`;
  };
  return { domainId, accountIds, addAlias };
}

describe("the roles of the mail hosts", () => {
  it("keep their passwords and get the rights of a new version, and must exist for that", async () => {
    const { servers: name, agent: agentName } = mailRoleNames(new URL(database.url).pathname.slice(1));
    await owner`revoke select on mail_host.senders from ${owner(name)}`;
    await expect(servers`select * from mail_host.senders`).rejects.toMatchObject({ code: "42501" });
    await createMailRoles(database.url, { servers: { name }, agent: { name: agentName } });
    await expect(servers`select * from mail_host.senders`).resolves.toBeDefined();
    const unknown = createMailRoles(database.url, {
      servers: { name: `${name}_x` },
      agent: { name: agentName },
    });
    await expect(unknown).rejects.toThrow(`the role ${name}_x doesn't exist`);
  });

  it("read the views of their task, and nothing else", async () => {
    await expect(servers`select * from mail_host.senders`).resolves.toBeDefined();
    await expect(agent`select * from mail_host.dkim_keys`).resolves.toBeDefined();
    await expect(agent`select id from mail_host.erased_accounts`).resolves.toEqual([]);
    for (const [role, forbidden] of [
      [servers, "mail_host.dkim_keys"],
      [servers, "mail_host.current_accounts"],
      [servers, "mail_host.aliases"],
      [servers, "public.mail_accounts"],
      [servers, "public.users"],
      [agent, "mail_host.logins"],
      [agent, "public.mail_dkim_keys"],
    ] as const) {
      await expect(role.unsafe(`select * from ${forbidden}`), forbidden).rejects.toThrow(/permission denied/);
    }
    for (const role of [agent, servers]) {
      await expect(role`select mail_host.count_recipient('a@b.test')`).rejects.toThrow(/permission denied/);
    }
    await expect(servers`select mail_host.store_use('[]')`).rejects.toThrow(/permission denied/);
    await expect(servers`insert into mail_hosts values ('x', now(), now())`).rejects.toThrow(
      /permission denied/,
    );
  });

  it("stores the use of a mailbox that Dovecot reports, each value on its own, or the agent", async () => {
    const { accountIds } = await makeMail("quota.test", ["anna"]);
    const report = (column: string, value: number) =>
      servers.unsafe(
        `insert into mail_host.quota_reports (${column}, address) values (${value}, 'anna@quota.test') on conflict (address) do update set ${column} = ${value}`,
      );
    await report("used_bytes", 1000);
    await report("message_count", 2);
    await report("used_bytes", 1500);
    expect(await owner`select account_id, used_bytes, message_count from mail_account_use`).toEqual([
      { account_id: accountIds[0], used_bytes: "1500", message_count: "2" },
    ]);
    expect(await owner`select * from mail_host.quota_reports`).toEqual([]);
    const uses = [
      { address: "anna@quota.test", usedBytes: 3000, messageCount: 3 },
      { address: "unknown@quota.test", usedBytes: 1, messageCount: 1 },
    ];
    await agent`select mail_host.store_use(${JSON.stringify(uses)}::text::jsonb)`;
    expect(await owner`select account_id, used_bytes, message_count from mail_account_use`).toEqual([
      { account_id: accountIds[0], used_bytes: "3000", message_count: "3" },
    ]);
  });
});

describe("the sending limit", () => {
  it("is the plan's, in SQL as in the vocabulary", async () => {
    for (const { slug, recipientsPerHour } of mailPlans) {
      const [row] = await owner`select mail_host.recipients_per_hour(${slug}) as limit`;
      expect(row?.limit).toBe(recipientsPerHour);
    }
  });

  it("defers the recipient after the last allowed one, and counts each account on its own", async () => {
    const { accountIds } = await makeMail("limit.test", ["busy", "calm"]);
    const count = async (login: string) =>
      (
        await servers<{ reply: string }[]>`
          select mail_host.check_recipient(${login}, 'you@external.example', 1000) as reply`
      )[0]?.reply;
    expect(await count("Busy@limit.test")).toBe("DUNNO");
    await owner`update mail_sending_minutes set recipients = 199 where scope_id = ${accountIds[0] ?? ""}`;
    expect(await count("busy@limit.test")).toBe("DUNNO");
    expect(await count("busy@limit.test")).toMatch(/^450 4\.7\.1 .*200 recipients per hour$/);
    expect(await count("busy@limit.test")).toMatch(/^450 /);
    expect(await count("calm@limit.test")).toBe("DUNNO");
    const counts = await owner`
      select scope_id, sum(recipients)::int as recipients from mail_sending_minutes
      where scope_id = any (${accountIds}) group by 1 order by 2`;
    expect(counts).toEqual([
      { scope_id: accountIds[1], recipients: 1 },
      { scope_id: accountIds[0], recipients: 200 },
    ]);
    expect(await owner`select scope_id, scope, cause from mail_sending_limits`).toEqual([
      { scope_id: accountIds[0], scope: "source", cause: "own" },
    ]);
    await owner`update mail_accounts set may_send = false where full_address = 'calm@limit.test'`;
    expect(await count("calm@limit.test")).toMatch(/^554 /);
  });
});

it("grants an alias as sender to accounts of its workspace only, and a forwarding to no account", async () => {
  const { domainId, addAlias } = await makeMail("own.test", ["anna", "ben"]);
  await makeMail("foreign.test", ["carl"]);
  await addAlias("info@own.test", "anna@own.test");
  await addAlias("sales@own.test", "carl@foreign.test");
  await addAlias("*@own.test", "anna@own.test");
  await owner`update mail_accounts set forward_to = 'anna@own.test' where full_address = 'ben@own.test'`;
  await owner`
    insert into mail_forward_targets (mail_domain_id, address, token_hash, sent_at, confirmed_at, created_at)
    values (${domainId}, 'carl@foreign.test', 'hash', now(), now(), now())`;
  expect(
    await servers`select address, login from mail_host.senders where address like '%@own.test' order by 1, 2`,
  ).toEqual([
    { address: "anna@own.test", login: "anna@own.test" },
    { address: "ben@own.test", login: "ben@own.test" },
    { address: "info@own.test", login: "anna@own.test" },
  ]);
});

it("lets rules forward inside the workspace and to confirmed addresses, and use the account's own addresses", async () => {
  const { domainId, accountIds, addAlias } = await makeMail("rules.test", ["anna", "ben"]);
  const [anna = "", ben = ""] = accountIds;
  await makeMail("rival.test", ["carl"]);
  await addAlias("desk@rules.test", "anna@rules.test");
  await addAlias("both@rules.test", "ben@rules.test");
  await addAlias("*@rules.test", "anna@rules.test");
  await owner`
    insert into mail_forward_targets (mail_domain_id, address, token_hash, sent_at, confirmed_at, created_at)
    values (${domainId}, 'yes@external.example', 'yes', now(), now(), now()),
      (${domainId}, 'waiting@external.example', 'waiting', now(), null, now())`;
  const targets = [
    "ben@rules.test",
    "Unknown+x@Rules.test",
    "Yes@external.example",
    "waiting@external.example",
    "yes+x@external.example",
    "carl@rival.test",
    "ben@rules.test.example",
    "ben",
    "",
  ];
  const forwardable = async (role: postgres.Sql) =>
    (
      await role<{ target: string }[]>`
        select target from unnest(${targets}::text[]) as given (target) where mail_host.may_forward(${anna}, target)`
    ).map(({ target }) => target);
  const addresses = async (id: string) =>
    (await servers`select address from mail_host.sieve_addresses(${id}) as own (address) order by 1`).map(
      ({ address }) => address,
    );
  for (const role of [servers, agent]) {
    expect(await forwardable(role)).toEqual(targets.slice(0, 3));
  }
  expect(await addresses(anna)).toEqual(["anna@rules.test", "desk@rules.test"]);
  expect(await addresses(ben)).toEqual(["ben@rules.test", "both@rules.test"]);
  expect(await servers`select mail_host.find_sieve_account('ben@rules.test') as id`).toEqual([{ id: ben }]);
  await owner`update mail_accounts set active = false where id = ${anna}`;
  expect([await forwardable(servers), await addresses(anna)]).toEqual([[], []]);
  await owner`update mail_accounts set active = true, may_send = false where id = ${anna}`;
  expect(await addresses(anna)).toEqual(["anna@rules.test", "desk@rules.test"]);
  await owner`update mail_domains set suspended_at = now() where id = ${domainId}`;
  expect([await forwardable(servers), await addresses(anna)]).toEqual([[], []]);
});

it("stores what an agent found in a script once, for accounts that exist", async () => {
  const [account = ""] = (await makeMail("found.test", ["anna"])).accountIds;
  const store = (id: string) =>
    agent`select mail_host.store_sieve_findings(${id}, 'hash', 'rule', '[{"line": 1, "code": "test", "detail": ":regex"}]'::jsonb)`;
  await store(account);
  await store(account);
  await store(randomUUID());
  expect(await owner`select account_id, script_name, told_at from mail_sieve_findings`).toEqual([
    { account_id: account, script_name: "rule", told_at: null },
  ]);
  await expect(servers`select mail_host.store_sieve_findings(${account}, 'x', 'x', '[]')`).rejects.toThrow(
    /permission denied/,
  );
  await expect(agent`select * from mail_sieve_findings`).rejects.toThrow(/permission denied/);
});

describe("in a quarantine, for an address with a mailbox and for one without", () => {
  beforeAll(async () => {
    await makeMail("held.test", ["anna"]);
    await startQuarantine(owner, { backupTakenAt: null, restoredTo: null });
  });
  afterAll(() => owner`delete from installation where key = 'quarantine'`);

  const id = "019ad000-0000-7000-8000-000000000000";
  const lookups = ["anna@held.test", "stranger@held.test", "stranger@unknown.test"].flatMap((address) => {
    const domain = address.split("@")[1];
    return [
      `mail_host.find_domain('${domain}')`,
      `mail_host.find_mailbox('${address}')`,
      `mail_host.find_alias_targets('${address}')`,
      `mail_host.find_sender_logins('${address}')`,
      `mail_host.find_outside_sender_reply('${domain}')`,
      `mail_host.check_recipient('', '${address}', 1)`,
      `mail_host.check_recipient('${address}', 'you@external.example', 1)`,
      `mail_host.reply_to_recipient('${address}', 1)`,
      `mail_host.find_login('${address}', 'imap')`,
      `mail_host.find_app_password('${address}', 'hint', 'smtp')`,
      `mail_host.find_user('${address}', 'lmtp')`,
      `mail_host.find_sieve_account('${address}')`,
      `mail_host.senders where address = '${address}'`,
      `mail_host.domains where name = '${domain}'`,
      `mail_host.leads_only_outside(array['${address}'])`,
      `mail_host.find_forward_source('${id}', '${address}')`,
      `mail_host.check_sieve_message('${id}', true, '${address}', '{}')`,
      `mail_host.may_forward('${id}', '${address}')`,
      `mail_host.find_account_address('${id}')`,
      `mail_host.sieve_addresses('${id}')`,
    ];
  });
  it.each(lookups)("a mail server can't look up %s, and defers", async (lookup) => {
    await expect(servers.unsafe(`select * from ${lookup}`)).rejects.toMatchObject({ code: "ZP002" });
  });

  it.each([
    "mail_host.dkim_keys",
    "mail_host.sender_exceptions",
    "mail_host.erased_accounts",
    `mail_host.store_use('[{"address": "anna@held.test", "usedBytes": 1, "messageCount": 1}]')`,
    `mail_host.store_logins('[{"address": "anna@held.test", "at": "2026-12-01T10:00:00Z"}]')`,
  ])("an agent neither removes nor stores anything by %s", async (lookup) => {
    await expect(agent.unsafe(`select * from ${lookup}`)).rejects.toMatchObject({ code: "ZP002" });
  });

  it("every session of a mail host ends", async () => {
    const opened = JSON.stringify([{ process: "imap:1", address: "anna@held.test", protocol: "imap" }]);
    const voided = await agent`
      select process from mail_host.report_connections('mail.host.test', ${opened}::text::jsonb, '[]') as process`;
    expect(voided).toEqual([{ process: "imap:1" }]);
  });

  it("the same lookups are answered again once it is over", async () => {
    await owner`delete from installation where key = 'quarantine'`;
    await expect(servers`select mail_host.find_mailbox('anna@held.test') as found`).resolves.toEqual([
      { found: "anna@held.test" },
    ]);
    await expect(
      servers`select mail_host.check_recipient('', 'stranger@held.test', 1) as reply`,
    ).resolves.toEqual([{ reply: expect.stringMatching(/^550 5\.1\.1/) }]);
  });
});
