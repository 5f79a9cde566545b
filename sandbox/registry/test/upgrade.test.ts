import { createTestDatabase } from "@zonepost/db/testing";
import { createEppClient } from "@zonepost/epp";
import postgres from "postgres";
import { expect, it } from "vitest";
import { startRegistry } from "../src/index.ts";
import { contacts, credentials } from "./raw-session.ts";

/** The first version's tables and data. */
const firstVersion = `
  create schema registry;
  create table registry.registrars (id text primary key, password_hash text not null);
  create sequence registry.roid;
  create table registry.domains (
    name text primary key,
    roid text not null unique default 'D' || nextval('registry.roid') || '-ZPSBX',
    sponsor text not null references registry.registrars (id),
    statuses text[] not null default '{}',
    nameservers text[] not null default '{}',
    registrant text,
    contacts jsonb not null default '[]',
    ds_records jsonb not null default '[]',
    auth_info_hash text,
    created_by text not null,
    created_at timestamptz not null,
    updated_by text,
    updated_at timestamptz,
    expires_at timestamptz not null,
    transferred_at timestamptz
  );
  create index domains_by_sponsor_and_expiry on registry.domains (sponsor, expires_at);
  create table registry.poll_messages (
    id bigint generated always as identity primary key,
    registrar text not null references registry.registrars (id),
    queued_at timestamptz not null,
    text text not null,
    subject jsonb
  );
  create index poll_messages_by_registrar on registry.poll_messages (registrar, id);
  create table registry.trouble (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('slow', 'drop_before', 'drop_after_write', 'answer')),
    command text,
    code integer,
    delay_ms integer,
    times integer not null default 1
  );
  insert into registry.registrars values ('zonepost', 'none'), ('otherreg', 'none');
  insert into registry.domains (name, sponsor, created_by, created_at, expires_at, nameservers) values
    ('long-here.com', 'zonepost', 'zonepost', now() - interval '300 days', now() + interval '65 days',
      '{ns1.example.net,ns2.example.net}');
  insert into registry.poll_messages (registrar, queued_at, text) values ('zonepost', now(), 'A word from before.');`;

it("a registry of the first version is upgraded in place, once", async () => {
  const database = await createTestDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql.unsafe(firstVersion);
  for (const start of [1, 2]) {
    const registry = await startRegistry({ databaseUrl: database.url, ...credentials, seed: true });
    const client = createEppClient({
      host: "127.0.0.1",
      port: registry.port,
      tls: { ca: registry.certificatePem },
      ...credentials,
    });
    const { data } = await client.domainInfo("long-here.com");
    expect(data).toMatchObject({ ...contacts, statuses: ["ok"] });
    const message = (await client.poll()).data;
    expect(message?.text).toBe("A word from before.");
    expect(message?.change?.reason).toBeUndefined();
    await registry.injectFault({ kind: "pending", command: "domain:update" });
    const answer = await client.domainUpdate("long-here.com", { change: { authInfo: `code-${start}` } });
    expect(answer.pending).toBe(true);
    await registry.settlePending();
    const [row] = await sql<{ count: string }[]>`
      select count(*) from registry.domains where sponsor = 'otherreg' and name like 'moving-in%'`;
    expect(Number(row?.count)).toBeGreaterThan(4);
    if (start === 1) {
      // Earlier change messages repeated the text as the reason, which RFC 8590 limits to 32 characters.
      const change = {
        state: "after",
        operation: "autoDelete",
        changedAt: new Date(),
        svTRID: "SRV-1",
        who: "Registry",
        reason: "The redemption period of long-here.com has ended.",
      };
      await sql`update registry.poll_messages set change = ${sql.json(change)} where text like 'A word%'`;
      await sql`delete from registry.schema_versions`;
      // Purged domains are not created again.
      await sql`delete from registry.domains where name = 'moving-in.net'`;
    } else {
      expect(await sql`select from registry.domains where name = 'moving-in.net'`).toHaveLength(0);
    }
    await client.close();
    await registry.close();
  }
  await sql.end();
  await database.drop();
});
