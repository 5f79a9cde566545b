import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, publicId } from "../src/kernel/ids.ts";
import { erasePerson, eraseWorkspace, exportPerson } from "../src/modules/accounts/index.ts";
import { readBooks } from "../src/modules/payments/index.ts";
import { exportPorts } from "../src/wire/accounts.ts";
import { wireErasure } from "../src/wire/erasure.ts";
import { differences, mentionsOf, readEveryRow, rowsAbout } from "./support/accounts/every-row.ts";
import { newName, startOrders } from "./support/orders/start-orders.ts";
import { type Person, password, type Workspace } from "./support/start-api.ts";
import { until } from "./support/until.ts";

let fixture: Awaited<ReturnType<typeof startOrders>>;
let api: (typeof fixture)["api"];
beforeAll(async () => {
  fixture = await startOrders({ withCards: true });
  api = fixture.api;
  // They would change rows at any time.
  await api.holdNotices();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const operatorEmail = "operator@host.test";
const ctx = ({ hasProcessor = true } = {}) => {
  const {
    forApi: { base },
    ports,
  } = api.wired;
  const erasure = wireErasure(base.db, hasProcessor ? ports.processors : null);
  return { ...base, ...ports, requestId: null, ipAddress: null, ...erasure, operatorEmail };
};
const publicWorkspace = ({ id }: Workspace) => publicId("wsp", id);
const erase = (workspace: Workspace, { isDryRun = false, hasProcessor = true } = {}) =>
  eraseWorkspace(ctx({ hasProcessor }), publicWorkspace(workspace), { isDryRun });
const eraseOne = ({ id }: { id: string }, { isDryRun = false } = {}) =>
  erasePerson(ctx(), { id: publicId("usr", id) }, { isDryRun });
/** Without the counters, which are named by IDs and last a day. */
async function rows() {
  const all = await readEveryRow(api.sql);
  all.delete("rate_limit_windows");
  return all;
}

/** Lets a person do something in each corner. Returns words by which they can be found. */
async function settle(person: Person, { name = `Ada ${randomBytes(4).toString("hex")}` } = {}) {
  const headers = { "user-agent": `Agent ${name}` };
  const ask = (method: string, path: string, body?: object) =>
    api.call({ method, path, body, cookie: person.cookie, headers });
  const done = [
    await ask("PATCH", "/me", { name }),
    await ask("POST", "/api-keys", {
      name: `Key ${randomBytes(3).toString("hex")}`,
      scopes: ["domains:read"],
    }),
    await ask("POST", "/workspace/invitations", {
      email: `guest-${randomBytes(4).toString("hex")}@people.test`,
      role: "member",
    }),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 201, 201]);
  await api.call({
    method: "POST",
    path: "/auth/sign-in/email",
    body: { email: person.email, password: "the-wrong-password" },
    headers,
  });
  return { name, key: done[1]?.json.key as string, words: [person.email, name, person.id] };
}

/** A customer who has bought a domain, which has left since, and whose payment is confirmed. */
async function formerCustomer() {
  const payer = await fixture.newPayer();
  const { workspace } = payer;
  const words = await settle(workspace.owner);
  const billing = await api.call({
    method: "PUT",
    path: "/workspace/billing",
    cookie: workspace.owner.cookie,
    body: { company: `Company ${words.name}`, address: "1 Main Street", countryCode: "DE" },
  });
  expect(billing.status).toBe(200);
  const name = newName();
  const endpoint = await payer.post("/webhooks/outbound", {
    url: `http://127.0.0.1:9/${name}`,
    events: ["*"],
  });
  expect(endpoint.status).toBe(201);
  const ordered = await payer.order([payer.registration(name)]);
  expect([ordered.status, ordered.json.state]).toEqual([201, "completed"]);
  return { ...payer, ...words, name, order: ordered.json };
}
type Former = Awaited<ReturnType<typeof formerCustomer>>;

/** Twenty days later, without the domain. */
async function letGo({ workspace, name }: Pick<Former, "workspace" | "name">): Promise<void> {
  await api.sql`update domains set status = 'deleted' where name = ${name}`;
  await api.sql`update payments set status = 'confirmed', cooldown_state = 'done', cooldown_due_at = null
    where workspace_id = ${workspace.id}`;
}

/** The mail of a domain that has left, before it would be erased with it. */
async function leaveMail({ workspace, name }: Pick<Former, "workspace" | "name">) {
  const [mailDomainId, accountId, aliasId] = [newId(), newId(), newId()];
  const address = `ada@${name}`;
  await api.sql`
    insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes, status,
      activated_at, paid_until, left_at)
    select ${mailDomainId}, ${workspace.id}, id, name, 'starter', 5, 2, 'active', now(), now(), now()
    from domains where name = ${name}`;
  await api.sql`insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, created_at)
    values (${accountId}, ${mailDomainId}, ${address}, 'Ada', 'hash', now())`;
  await api.sql`insert into mail_app_passwords (id, account_id, label, hint, password_hash, created_at)
    values (${newId()}, ${accountId}, 'Phone', 'abcd', 'hash', now())`;
  await api.sql`insert into mail_aliases (id, mail_domain_id, from_address, created_at)
    values (${aliasId}, ${mailDomainId}, ${`info@${name}`}, now())`;
  await api.sql`insert into mail_alias_targets (alias_id, address, position) values (${aliasId}, ${address}, 0)`;
  await api.sql`insert into mail_events
      (id, workspace_id, mail_domain_id, host, queue_id, kind, sender, recipient, occurred_at)
    values (uuidv7(), ${workspace.id}, ${mailDomainId}, 'mail', 'q', 'delivered', ${address}, ${address}, now())`;
  return { mailDomainId, accountId, aliasId };
}

async function exportAll({ email }: { email: string }, options?: { chunkSize: number }) {
  const { db, wired } = api;
  const parts = await exportPerson({ db, clock: wired.clock, ...exportPorts }, { email }, options);
  if (!parts) {
    return undefined;
  }
  let text = "";
  for await (const part of parts) {
    text += part;
  }
  return JSON.parse(text);
}
const actionsOf = ({ auditEntries }: { auditEntries: { action: string }[] }) =>
  auditEntries.map(({ action }) => action);

describe("a workspace", () => {
  it("with a domain, or a payment within 20 days, is listed with what holds it, and nothing changes", async () => {
    const former = await formerCustomer();
    const before = await rows();
    for (const isDryRun of [true, false]) {
      expect(await erase(former.workspace, { isDryRun })).toEqual({
        outcome: "held",
        reasons: ["1 domain", "1 payment within the 20 days until confirmation, or paused"],
      });
    }
    expect(differences(before, await rows())).toEqual([]);
  });

  it.each([
    [
      "disputes",
      "1 open dispute",
      (id: string) => api.sql`
      insert into payment_disputes (id, workspace_id, payment_id, processor_id, kind, state, amount_cents, opened_at)
      select ${newId()}, workspace_id, id, ${newId()}, 'dispute', 'open', 1, now() from payments where workspace_id = ${id}`,
    ],
    [
      "refunds",
      "1 unsettled refund",
      (id: string) => api.sql`
      insert into refunds (id, workspace_id, payment_id, attempt_id, state, reason, amount_cents, tax_cents, line_amounts, requested_by, created_at)
      select ${newId()}, workspace_id, payment_id, id, 'failed', 'requested', 1, 0, '[]', '{"kind":"system","id":null,"name":"x"}', now()
      from payment_attempts where workspace_id = ${id} limit 1`,
    ],
    [
      "operations",
      "1 unfinished at the registry",
      (id: string) => api.sql`
      update domain_operations set finished_at = null where workspace_id = ${id}`,
    ],
    [
      "orders",
      "1 open order",
      (id: string) => api.sql`
      update orders set state = 'awaiting_payment' where workspace_id = ${id}`,
    ],
    [
      "losses",
      "1 with a lost dispute that isn't settled",
      (id: string) => api.sql`
      update orders set owed_cents = 5 where workspace_id = ${id}`,
    ],
  ])("with open %s is listed, not erased", async (_kind, reason, open) => {
    const former = await formerCustomer();
    await letGo(former);
    await open(former.workspace.id);
    expect(await erase(former.workspace)).toEqual({ outcome: "held", reasons: [reason] });
    expect((await api.call({ path: "/me", cookie: former.workspace.owner.cookie })).status).toBe(200);
  });

  it("is erased, except for the receipt, the books and an anonymous log; others' rows don't change", async () => {
    const [former, other] = [await formerCustomer(), await formerCustomer()];
    await letGo(former);
    const { workspace, key, name } = former;
    const mail = await leaveMail(former);
    const person = workspace.owner;
    const others = [other.workspace.id, other.workspace.owner.id, other.name, other.name];
    const before = await rows();
    const books = await readBooks(api.db);
    const dry = await erase(workspace, { isDryRun: true });
    expect(differences(before, await rows())).toEqual([]);

    const erased = await erase(workspace);
    expect(erased).toMatchObject({
      outcome: "erased",
      result: { state: "finished" },
      notes: [expect.stringContaining(publicId("usr", person.id))],
    });
    const after = await rows();
    expect(differences(rowsAbout(before, others), rowsAbout(after, others))).toEqual([]);
    expect(await readBooks(api.db)).toEqual(books);

    expect(mentionsOf(after, [mail.mailDomainId, mail.aliasId])).toEqual({});
    // For the mail hosts, which remove the messages.
    expect(mentionsOf(after, [mail.accountId])).toEqual({ mail_erased_accounts: 1 });
    const own = Object.keys(mentionsOf(after, [workspace.id]));
    expect(own.toSorted()).toEqual(
      [
        ...["audit_entries", "erasures", "ledger_entries", "order_lines", "orders", "payment_attempts"],
        ...["payments", "receipts", "workspaces"],
      ].toSorted(),
    );
    // The person isn't erased, and their own rows have their name.
    expect(Object.keys(mentionsOf(after, [former.name, former.key])).toSorted()).toEqual(
      ["order_lines", "ledger_entries", "receipts", "users"]
        .filter((table) => mentionsOf(after, [former.name, former.key])[table])
        .toSorted(),
    );
    const [receipt] =
      await api.sql`select billing ->> 'company' as company from receipts where workspace_id = ${workspace.id}`;
    expect(receipt).toEqual({ company: `Company ${former.words[1]}` });
    const log = await api.sql<
      { target: string; actor: { name: string; id: string; kind: string }; details: object }[]
    >`
      select target, actor, details from audit_entries where workspace_id = ${workspace.id}`;
    expect(log.length).toBeGreaterThan(5);
    const people = log.filter(({ actor }) => actor.kind === "user");
    expect(new Set(people.map(({ actor }) => actor.name))).toEqual(new Set(["Deleted person"]));
    expect(new Set(people.map(({ actor }) => actor.id)).size).toBe(1);
    expect(people[0]?.actor.id).not.toBe(person.id);
    expect(log.every(({ target, details }) => target === "" && Object.keys(details).length === 0)).toBe(true);

    const counts = dry.outcome === "would_erase" ? dry.counts : {};
    expect(counts).toMatchObject({
      domains: 1,
      api_keys: 1,
      webhook_endpoints: 1,
      events: expect.any(Number),
    });
    const [entry] = await api.sql<{ details: { counts: Record<string, number> } }[]>`
      select details from audit_entries where action = 'workspace.erased' and target = ${publicWorkspace(workspace)}`;
    expect(entry?.details.counts).toMatchObject({ domains: 1, contacts: 1, payment_methods: 1 });

    expect((await api.call({ path: "/domains/mine", cookie: person.cookie })).status).toBe(403);
    expect(
      (await api.call({ path: "/domains/mine", headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(401);
    expect(await erase(workspace)).toMatchObject({ outcome: "erased", result: { state: "finished" } });
    expect(name).toBe(former.name);
  });

  it("deletes its customer with the cards at the processor; without a connection, a worker does", async () => {
    const former = await formerCustomer();
    await letGo(former);
    const { id } = former.workspace;
    const [customer] =
      await api.sql`select processor_id as "processorId" from payment_customers where workspace_id = ${id}`;
    expect(await erase(former.workspace, { hasProcessor: false })).toMatchObject({
      result: { state: "waits_for_processor" },
    });
    expect(await api.sql`select 1 from payment_methods where workspace_id = ${id}`).toEqual([]);
    const sweep = api.wired.createSweeps().find(({ name }) => name === "erasures");
    await sweep?.run(new AbortController().signal);
    expect(await api.sql`select 1 from payment_customers where workspace_id = ${id}`).toEqual([]);
    expect(await ctx().processors.current?.isCustomerDeleted(customer?.processorId)).toBe(true);
    expect(
      await api.sql`select 1 from erasures where subject_id = ${id} and finished_at is not null`,
    ).toHaveLength(1);
  });

  it("that a killed process has half erased can't be used, and is finished by the next", async () => {
    const former = await formerCustomer();
    await letGo(former);
    const { workspace } = former;
    const stopping = new AbortController();
    const half = { ...ctx(), deleteCustomers: async () => stopping.abort() };
    const id = publicWorkspace(workspace);
    expect(await eraseWorkspace(half, id, { isDryRun: false, signal: stopping.signal })).toMatchObject({
      result: { state: "stopped" },
    });
    expect((await api.call({ path: "/domains/mine", cookie: workspace.owner.cookie })).status).toBe(403);
    expect(await api.sql`select 1 from webhook_endpoints where workspace_id = ${workspace.id}`).toEqual([]);
    expect(await api.sql`select 1 from contacts where workspace_id = ${workspace.id}`).toHaveLength(1);
    expect(await eraseWorkspace(ctx(), id, { isDryRun: false, batchRows: 1 })).toMatchObject({
      result: { state: "finished" },
    });
    expect(mentionsOf(await rows(), [former.name, former.words[1] ?? ""])).toEqual({
      ledger_entries: 2,
      order_lines: 1,
      receipts: 1,
      users: 1,
    });
  });

  it("misses no row of the audit log if others are deleted while it waits for their locks", async () => {
    const former = await formerCustomer();
    await letGo(former);
    const { id } = former.workspace;
    const own = () => api.sql<{ id: string; target: string }[]>`
      select id, target from audit_entries where workspace_id = ${id} order by id`;
    const last = (await own()).at(-1)?.id ?? "";
    const erasing = await api.sql.begin(async (tx) => {
      await tx`delete from audit_entries where workspace_id = ${id} and id <> ${last}`;
      const erasure = eraseWorkspace(ctx(), publicWorkspace(former.workspace), {
        isDryRun: false,
        batchRows: 1,
      });
      await until("the erasure waits for the locks", async () => {
        const waiting = await api.sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'update%audit_entries%'`;
        return waiting.length > 0;
      });
      return { erasure };
    });
    expect(await erasing.erasure).toMatchObject({ result: { state: "finished" } });
    const left = await own();
    expect(left.map((entry) => entry.id)).toContain(last);
    expect(new Set(left.map(({ target }) => target))).toEqual(new Set([""]));
  });

  it("is left alone by a second process while the first is at work", async () => {
    const { workspace } = await fixture.newPayer();
    let second: unknown;
    const first = {
      ...ctx(),
      deleteCustomers: async () => {
        second = await erase(workspace);
      },
    };
    await eraseWorkspace(first, publicWorkspace(workspace), { isDryRun: false });
    expect(second).toMatchObject({ result: { state: "busy" } });
  });

  it("that doesn't exist is unknown", async () => {
    for (const id of [publicId("wsp", newId()), "wsp_x", publicId("usr", newId())]) {
      expect(await eraseWorkspace(ctx(), id, { isDryRun: false })).toEqual({ outcome: "unknown" });
    }
  });
});

describe("a person", () => {
  /** A member who isn't the only owner. */
  async function formerMember() {
    const workspace = await api.createWorkspace();
    const person = await workspace.join("owner");
    return { workspace, person, ...(await settle(person)) };
  }

  it("leaves no trace but an anonymous ID, and their keys keep working for the workspace", async () => {
    const [{ workspace, person, words, key }, other] = [await formerMember(), await formerMember()];
    const invited = await workspace.invite({ email: person.email });
    await api.sql`update invitations set accepted_at = now() where id = ${invited.rowId}`;
    await api.sql`insert into sandbox_outbox (id, kind, to_address, subject, text, html, sent_at)
      values (${newId()}, 'x', ${person.email}, 's', 't', 'h', '2020-01-01')`;
    const before = await rows();
    const dry = await eraseOne(person, { isDryRun: true });
    expect(dry).toMatchObject({ outcome: "would_erase", counts: { users: 1, members: 1, api_keys: 1 } });
    expect(differences(before, await rows())).toEqual([]);

    expect(await eraseOne(person)).toMatchObject({ outcome: "erased", result: { state: "finished" } });
    const after = await rows();
    expect(mentionsOf(after, words)).toEqual({ outgoing_emails: 1 });
    const isOther = [other.person.id, other.person.email, other.workspace.id];
    expect(differences(rowsAbout(before, isOther), rowsAbout(after, isOther))).toEqual([]);

    expect((await api.call({ path: "/me", cookie: person.cookie })).status).toBe(401);
    await expect(api.signIn(person.email)).rejects.toThrow("could not sign in: 401");
    expect(
      (await api.call({ path: "/domains/mine", headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(200);
    const log = await api.sql<{ action: string; actor: { id: string; name: string } }[]>`
      select action, actor from audit_entries where workspace_id = ${workspace.id} and actor ->> 'name' = 'Deleted person'`;
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["api_key.created", "member.left"]),
    );
    expect(new Set(log.map(({ actor }) => actor.id)).size).toBe(1);
    const [entry] = await api.sql`select target, details from audit_entries
      where action = 'person.erased' and target = ${publicId("usr", log[0]?.actor.id ?? "")}`;
    expect(entry).toMatchObject({
      details: { requestedBy: "operator", counts: { audit_entries: expect.any(Number) } },
    });
    const told = await api.sql`select subject from outgoing_emails where to_address = ${operatorEmail}`;
    expect(told.map(({ subject }) => subject)).toContain(
      `A person was erased: ${publicId("usr", person.id)}`,
    );
  });

  it("can be invited again, as a new person", async () => {
    const { workspace, person } = await formerMember();
    await eraseOne(person);
    const invited = await workspace.invite({ email: person.email });
    const accepted = await api.call({
      method: "POST",
      path: "/auth/invitations/accept",
      body: { id: invited.id, token: invited.token, name: "New Person", password },
    });
    expect(accepted.status).toBe(200);
    const [row] = await api.sql`select id from users where email = ${person.email}`;
    expect(row?.id).not.toBe(person.id);
  });

  it("who is the only owner of a workspace, or an operator, is refused with what to do", async () => {
    const workspace = await api.createWorkspace();
    const operator = await api.createOperator();
    const before = await rows();
    const id = publicWorkspace(workspace);
    expect(await eraseOne(workspace.owner)).toEqual({
      outcome: "held",
      reasons: [`the only owner of ${id} (Test Workspace): transfer its ownership, or erase it first`],
    });
    expect(await eraseOne(operator)).toEqual({
      outcome: "held",
      reasons: ["an operator: run npm run operator:revoke first"],
    });
    expect(differences(before, await rows())).toEqual([]);
  });

  it("has former addresses erased too, but not those that are another's by now", async () => {
    const { workspace, person } = await formerMember();
    const former = `former-${randomBytes(4).toString("hex")}@people.test`;
    const taken = await workspace.seat("member");
    for (const name of [former, taken.email]) {
      await api.sql`insert into audit_entries (id, workspace_id, action, actor, target, details, occurred_at)
        values (${newId()}, ${workspace.id}, 'session.signed_in',
          ${JSON.stringify({ kind: "user", id: person.id, name })}::text::jsonb, ${name}, '{}', now())`;
    }
    await eraseOne(person);
    const after = await rows();
    expect(mentionsOf(after, [former])).toEqual({});
    expect(mentionsOf(after, [taken.email])).toEqual({ audit_entries: 1, users: 1 });
  });

  it("whose erasure was killed half-way is gone, and the command finishes it by ID or address", async () => {
    for (const by of ["id", "email"] as const) {
      const { person, words } = await formerMember();
      const isKilled = { isDryRun: false, signal: AbortSignal.abort() };
      const half = await erasePerson(ctx(), { email: person.email }, isKilled);
      expect(half).toMatchObject({ result: { state: "stopped" } });
      expect((await api.call({ path: "/me", cookie: person.cookie })).status).toBe(401);
      const who = by === "id" ? { id: publicId("usr", person.id) } : { email: person.email.toUpperCase() };
      expect(await erasePerson(ctx(), who, { isDryRun: false })).toMatchObject({
        result: { state: "finished" },
      });
      expect(mentionsOf(await rows(), words)).toEqual({ outgoing_emails: 1 });
      expect(await erasePerson(ctx(), who, { isDryRun: false })).toEqual({ outcome: "unknown" });
    }
  });

  it("is exported with what is theirs, and nothing secret", async () => {
    const { workspace, person, name } = await formerMember();
    await api.sql`insert into two_factors (user_id, secret_encrypted, created_at) values (${person.id}, 'sealed-secret', now())`;
    await api.sql`insert into backup_codes (id, user_id, code_hash) values (${newId()}, ${person.id}, 'hash-of-code')`;
    await api.sql`update credentials set access_token = 'access-secret', refresh_token = 'refresh-secret' where user_id = ${person.id}`;
    const exported = await exportAll({ email: person.email.toUpperCase() });
    expect(exported).toMatchObject({
      format: "zonepost-person",
      formatVersion: 1,
      profile: { id: publicId("usr", person.id), email: person.email, name, isOperator: false },
      signInMethods: { hasPassword: true, providers: [], backupCodesLeft: 1, secondFactorSince: null },
      sessions: [{ signedInBy: "password" }],
      memberships: [{ workspaceId: publicWorkspace(workspace), role: "owner" }],
      apiKeysCreated: [{ workspaceId: publicWorkspace(workspace), revokedAt: null }],
      emails: [],
    });
    expect(actionsOf(exported)).toEqual(
      expect.arrayContaining([
        "session.signed_in",
        "profile.changed",
        "api_key.created",
        "session.sign_in_failed",
      ]),
    );
    const text = JSON.stringify(exported);
    const secrets = await api.sql<{ secret: string | null }[]>`
      select unnest(array[s.token, c.password, c.access_token, c.refresh_token, t.secret_encrypted, b.code_hash, k.key_hash]) as secret
      from sessions s join credentials c on c.user_id = s.user_id join two_factors t on t.user_id = s.user_id
      join backup_codes b on b.user_id = s.user_id join api_keys k on k.created_by ->> 'id' = s.user_id::text
      where s.user_id = ${person.id}`;
    const found = secrets.map(({ secret }) => secret).filter((secret) => secret !== null);
    expect(found.length).toBeGreaterThan(6);
    expect(found.filter((secret) => text.includes(secret))).toEqual([]);
    expect(await exportAll({ email: "no@people.test" })).toBeUndefined();
  });

  it("is exported whole, however many parts their audit entries are read in", async () => {
    const { person } = await formerMember();
    const [whole, inParts] = [await exportAll(person), await exportAll(person, { chunkSize: 2 })];
    expect(whole.auditEntries.length).toBeGreaterThan(2);
    expect(inParts.auditEntries).toEqual(whole.auditEntries);
  });

  it("downloads their own data, without what they did in workspaces they have left", async () => {
    const { workspace, person } = await formerMember();
    const { person: other } = await formerMember();
    const current = await workspace.join("member");
    await api.call({ method: "PATCH", path: "/me", body: { name: "Current Name" }, cookie: current.cookie });
    await api.sql`insert into transfer_codes (id, workspace_id, user_id, domain_name, code_encrypted, expires_at, created_at)
      values (${newId()}, ${workspace.id}, ${current.id}, 'basket.com', 'sealed-code', now() + interval '1 day', now())`;
    await api.sql`insert into attention_choices (workspace_id, user_id, kind, subject_id, muted_at, severity, made_at)
      values (${workspace.id}, ${current.id}, 'card_expiring', 'x', now(), 'warning', now())`;
    const ask = (cookie: string) => api.call({ path: "/me/export", cookie });
    const mine = await ask(current.cookie);
    expect(mine.status).toBe(200);
    expect(mine.headers).toMatchObject({
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="zonepost-account.json"',
      "cache-control": "no-store",
    });
    expect(mine.json).toMatchObject({
      profile: { email: current.email },
      memberships: [{ workspaceId: publicWorkspace(workspace), role: "member" }],
      transfersInBasket: [{ workspaceId: publicWorkspace(workspace), domainName: "basket.com" }],
      attentionChoices: [{ workspaceId: publicWorkspace(workspace), kind: "card_expiring" }],
    });
    expect(actionsOf(mine.json)).toContain("profile.changed");
    for (const word of [person.email, other.email, "sealed-code"]) {
      expect(mine.text).not.toContain(word);
    }

    expect((await ask(person.cookie)).json.apiKeysCreated).toHaveLength(1);
    await api.sql`delete from members where user_id = ${person.id}`;
    const left = await ask(person.cookie);
    expect([left.status, left.json.memberships, left.json.apiKeysCreated]).toEqual([200, [], []]);
    expect(left.text).not.toContain("Key ");
    expect(actionsOf(left.json)).not.toContain("api_key.created");
    // The operator's export has it.
    expect(actionsOf(await exportAll(person))).toContain("api_key.created");
  });
});
