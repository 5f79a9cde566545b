import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readQuarantine, startQuarantine } from "../src/quarantine.ts";
import { createTestDatabase, type TestDatabase } from "../src/testing.ts";

let database: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await sql?.end();
  await database?.drop();
});

const backupTakenAt = "2026-11-30T10:00:00.000Z";
const restoredTo = "2026-12-01T10:00:00.000Z";

async function makeOpenAccess() {
  const [userId, workspaceId, invitationId] = [randomUUID(), randomUUID(), randomUUID()];
  const at = sql`now(), now() + interval '1 day'`;
  await sql`insert into users (id, name, email, created_at, updated_at) values (${userId}, 'Ann', ${`${userId}@example.com`}, now(), now())`;
  await sql`insert into workspaces (id, name, slug, created_at) values (${workspaceId}, 'Ann', ${workspaceId}, now())`;
  await sql`insert into sessions (id, token, user_id, created_at, expires_at, updated_at) values (${randomUUID()}, ${randomUUID()}, ${userId}, ${at}, now())`;
  await sql`insert into trusted_devices (id, user_id, token_hash, created_at, expires_at) values (${randomUUID()}, ${userId}, ${randomUUID()}, ${at})`;
  await sql`insert into verifications (id, identifier, value, created_at, expires_at, updated_at) values (${randomUUID()}, 'x', 'y', ${at}, now())`;
  await sql`insert into person_tokens (id, user_id, purpose, token_hash, created_at, expires_at) values (${randomUUID()}, ${userId}, 'password_reset', ${randomUUID()}, ${at})`;
  await sql`
    insert into invitations (id, workspace_id, email, role, token_hash, invited_by, sent_at, created_at, expires_at)
    values (${invitationId}, ${workspaceId}, 'bo@example.com', 'member', ${randomUUID()}, '{}', now(), ${at})`;
  return { workspaceId, invitationId };
}

const countOpenAccess = async () => {
  const [row] = await sql`
    select (select count(*) from sessions) + (select count(*) from trusted_devices) + (select count(*) from verifications)
      + (select count(*) from person_tokens) + (select count(*) from invitations where cancelled_at is null) as count`;
  return Number(row?.count);
};

it("is read as null while there is none", async () => {
  await expect(readQuarantine(sql)).resolves.toBeNull();
});

it("ends every session, link and invitation of the backup, and tells cancelled invitations from a person's", async () => {
  const { workspaceId, invitationId } = await makeOpenAccess();
  const started = await startQuarantine(sql, { backupTakenAt, restoredTo });
  expect(started).toEqual({ id: expect.any(String), since: expect.any(String), backupTakenAt, restoredTo });
  expect(new Date(started.since).toISOString()).toBe(started.since);
  await expect(readQuarantine(sql)).resolves.toEqual(started);
  await expect(countOpenAccess()).resolves.toBe(0);
  await expect(sql`select cancelled_at from invitations where id = ${invitationId}`).resolves.toEqual([
    { cancelled_at: expect.any(Date) },
  ]);
  const entries = sql`select action, actor, target, details from audit_entries where workspace_id = ${workspaceId}`;
  await expect(entries).resolves.toEqual([
    {
      action: "invitation.cancelled",
      actor: { kind: "system", id: null, name: "restore" },
      target: "bo@example.com",
      details: { role: "member", quarantineId: started.id },
    },
  ]);
});

it("stays the older one when a backup of a quarantine is restored, and ends what that brought", async () => {
  const older = await readQuarantine(sql);
  await makeOpenAccess();
  const later = await startQuarantine(sql, { backupTakenAt: null, restoredTo: null });
  expect(later).toEqual(older);
  await expect(countOpenAccess()).resolves.toBe(0);
});

it("tells the workers when it begins and when it ends", async () => {
  await sql`delete from installation where key = 'quarantine'`;
  const heard: string[] = [];
  const { unlisten } = await sql.listen("zonepost_wake", (reason) => heard.push(reason));
  await startQuarantine(sql, { backupTakenAt, restoredTo });
  await expect.poll(() => heard).toEqual(["quarantine"]);
  await sql`delete from installation where key = 'quarantine'`;
  await expect.poll(() => heard).toEqual(["quarantine", "quarantine"]);
  await unlisten();
});
