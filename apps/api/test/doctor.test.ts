import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createEmptyDatabase, createTestDatabase } from "@zonepost/db/testing";
import { makeSelfSigned } from "@zonepost/registry/self-signed";
import postgres from "postgres";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examine, readKnownFacts } from "../src/wire/doctor.ts";
import { hasPgBouncer, startPgBouncer } from "./support/pgbouncer.ts";
import { type Api, startApi } from "./support/start-api.ts";

// The doctor against real systems: a live installation's database, registry, processor, relay and addresses with TLS.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const dayMs = 86_400_000;
const tenYearsMs = 3652 * dayMs;

let api: Api;
let relay: SMTPServer;
let site: Server;
let folder: string;
/** A live installation in which all is well. */
let right: Record<string, string>;

/** A certificate of ten years that ends in `leftDays`. */
async function listen(leftDays: number): Promise<{ server: Server; port: number; certificateFile: string }> {
  const made = makeSelfSigned(
    "localhost",
    ["localhost"],
    new Date(Date.now() + leftDays * dayMs - tenYearsMs),
  );
  const certificateFile = path.join(folder, `certificate-${leftDays}.pem`);
  writeFileSync(certificateFile, made.certificatePem);
  const server = createServer({ key: made.keyPem, cert: made.certificatePem }, (_request, response) =>
    response.end(),
  );
  await once(server.listen(0, "localhost"), "listening");
  return { server, port: (server.address() as AddressInfo).port, certificateFile };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "zonepost-doctor-"));
  api = await startApi({ withCards: true });
  await api.wired.refuseWrongKey();
  await api.startWorker();
  relay = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "zonepost" && password === "right"
        ? done(null, { user: username })
        : done(new Error("no")),
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  const { server, port } = await listen(3652);
  site = server;
  const { env } = api;
  right = {
    ZONEPOST_MODE: "live",
    DATABASE_URL: api.databaseUrl,
    DATA_DIR: folder,
    AUTH_SECRET: "Vb3xq0s8mJ1kTz7RgYhW5nLp2uEa9cDf",
    ENCRYPTION_KEY: env.ENCRYPTION_KEY,
    // Keys of bytes that are all the same are refused, and the fixture's is one.
    LIVE_ALLOW_UNSAFE: "ENCRYPTION_KEY",
    API_URL: `https://localhost:${port}`,
    PANEL_URL: `https://localhost:${port}`,
    SMTP_URL: `smtp://zonepost:right@127.0.0.1:${(relay.server.address() as AddressInfo).port}`,
    MAIL_FROM: "no-reply@example.com",
    EPP_PORT: String(env.EPP_PORT),
    EPP_CLIENT_ID: env.EPP_CLIENT_ID ?? "",
    EPP_PASSWORD: env.EPP_PASSWORD ?? "",
    EPP_CA_FILE: env.EPP_CA_FILE ?? "",
    EPP_TLDS: "com",
    PAYMENTS: "off",
  };
});
afterAll(async () => {
  await new Promise<void>((resolve) => relay?.close(() => resolve()));
  site?.close();
  await api?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The findings by ID, with some settings changed. */
async function look(changed: Record<string, string | undefined> = {}, facts: object = {}) {
  const found = await examine(readKnownFacts(JSON.stringify(facts)), { ...right, ...changed });
  const of = (id: string) => {
    const result = found.find((each) => each.id === id);
    return `${result?.state}: ${result?.message}`;
  };
  return { of, found };
}

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["apps/api/src/entry/doctor.ts", ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...right,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, exitCode };
}

describe("the doctor's command", () => {
  it("prints the documented JSON and exits with 0 if nothing has failed", async () => {
    const { server, port, certificateFile } = await listen(10);
    const address = `https://localhost:${port}`;
    const env = { NODE_EXTRA_CA_CERTS: certificateFile, API_URL: address, PANEL_URL: address };
    const { stdout, stderr, exitCode } = await run(["--json"], env);
    server.close();
    const report = JSON.parse(stdout);
    const byState = (state: string) =>
      report.checks
        .filter((each: { state: string }) => each.state === state)
        .map(({ id }: { id: string }) => id);
    expect({ exitCode, stderr, ok: report.ok, failed: byState("failed") }).toEqual({
      exitCode: 0,
      stderr: "",
      ok: true,
      failed: [],
    });
    expect(byState("ok")).toEqual(
      expect.arrayContaining([
        ...["settings", "database", "database-rights", "database-schema", "database-room", "database-clock"],
        ...["encryption-key", "panel-answer", "api-answer", "smtp", "registrar-primary"],
        ...["api-processes", "worker-processes", "queue-webhooks", "queue-jobs", "quarantine"],
      ]),
    );
    // Ten days left, at an address that only this machine reaches.
    expect(byState("warning")).toEqual(
      expect.arrayContaining(["panel-dns", "panel-certificate", "api-certificate", "backup"]),
    );
    for (const { state, message, fix } of report.checks) {
      expect(message).toMatch(/\S/);
      expect(fix === null).toBe(state === "ok");
    }
  });

  it("names what is wrong in one line for each check, with what to do, and exits with 1", async () => {
    const { stdout, exitCode } = await run([], { DATABASE_URL: "postgres://stranger@127.0.0.1:1/none" });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^ {2}failed {2}database .*ECONNREFUSED.*\n +Check that PostgreSQL is running/m);
    expect(stdout).toMatch(/^ {2}skipped queue-webhooks /m);
    expect(stdout).toMatch(/^ {2}ok {6}smtp /m);
  });

  it("refuses an option that it doesn't have", async () => {
    expect(await run(["--verbose"])).toEqual({
      stdout: "",
      stderr: "zonepost: the doctor has one option: --json\n",
      exitCode: 2,
    });
  });
});

describe("settings", () => {
  it("are named if they are missing or wrong, and the other checks go on", async () => {
    const { of } = await look({ AUTH_SECRET: undefined, API_PORT: "http", MAIL_FROM: "stranger" });
    for (const name of ["AUTH_SECRET: must be set", "API_PORT: must be", "MAIL_FROM: must be"]) {
      expect(of("settings")).toMatch(/^failed: 3 settings are wrong/);
      expect(of("settings")).toContain(name);
    }
    expect(of("unsafe-settings")).toMatch(/^skipped/);
    expect(of("database")).toMatch(/^ok: PostgreSQL 18/);
    expect(of("registrar-primary")).toMatch(/^ok/);
  });

  it("that live mode refuses fail, and those that were accepted are a warning", async () => {
    expect((await look()).of("unsafe-settings")).toMatch(
      /^warning: LIVE_ALLOW_UNSAFE accepts: ENCRYPTION_KEY/,
    );
    const { of } = await look({ LIVE_ALLOW_UNSAFE: "", MAIL_FROM: "a@localhost" });
    expect(of("unsafe-settings")).toMatch(/^failed: .*ENCRYPTION_KEY is easy to guess.*MAIL_FROM must be/);
  });

  it("of files, and those that only npm start reads, are named", async () => {
    const { of } = await look({ TLD_RULES_FILE: "/nowhere.json" }, { mistakes: [] });
    expect(of("settings")).toMatch(/^failed: .*TLD_RULES_FILE: .*ENOENT/);
    const given = await look({}, { mistakes: ["WORKERS=none is not a number from 1 to 99"] });
    expect(given.of("settings")).toMatch(/^failed: .*WORKERS=none/);
  });
});

describe("the database", () => {
  it("without an address has the reason that the command around it has found", async () => {
    const database = { state: "skipped", message: "There is no database yet.", fix: "Start once." };
    const { of } = await look({ DATABASE_URL: undefined }, { database });
    expect(of("database")).toBe("skipped: There is no database yet.");
    expect(of("settings")).toMatch(/^ok/);
  });

  it("without tables, with missing and with newer migrations isn't up to date", async () => {
    const empty = await createEmptyDatabase();
    const migrated = await createTestDatabase();
    const sql = postgres(migrated.url, { max: 1 });
    try {
      const early = await look({ DATABASE_URL: empty.url });
      expect(early.of("database-schema")).toMatch(/^warning: .*no tables/);
      expect(early.of("encryption-key")).toMatch(/^skipped: .*no tables/);
      await sql`delete from drizzle.__drizzle_migrations where created_at =
        (select max(created_at) from drizzle.__drizzle_migrations)`;
      expect((await look({ DATABASE_URL: migrated.url })).of("database-schema")).toMatch(/^warning: 1 of/);
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`;
      expect((await look({ DATABASE_URL: migrated.url })).of("database-schema")).toMatch(/^failed: .*newer/);
    } finally {
      await sql.end();
      await Promise.all([empty.drop(), migrated.drop()]);
    }
  });

  it("is only looked at: a new one gets no value to check the key with", async () => {
    const fresh = await createTestDatabase();
    const sql = postgres(fresh.url, { max: 1 });
    const before = await sql`select * from installation order by key`;
    const { of } = await look({ DATABASE_URL: fresh.url });
    expect(of("encryption-key")).toMatch(/^skipped: Nothing is encrypted yet/);
    expect(await sql`select * from installation order by key`).toEqual(before);
    expect(of("worker-processes")).toMatch(/^failed: No worker/);
    const stopped = await look({ DATABASE_URL: fresh.url }, { isRunning: false });
    expect(stopped.of("worker-processes")).toMatch(/^skipped: .*isn't running/);
    await sql.end();
    await fresh.drop();
  });

  it("needs a role that may change it", async () => {
    const name = `doctor_${process.pid}`;
    await api.sql.unsafe(`create role ${name} login password 'a-password'`);
    const url = Object.assign(new URL(api.databaseUrl), { username: name, password: "a-password" });
    try {
      expect((await look({ DATABASE_URL: url.href })).of("database-rights")).toMatch(
        /^failed: .*may not create/,
      );
      await api.sql.unsafe(`grant create on schema public to ${name}`);
      await api.sql.unsafe(
        `grant create on database ${new URL(api.databaseUrl).pathname.slice(1)} to ${name}`,
      );
      expect((await look({ DATABASE_URL: url.href })).of("database-rights")).toMatch(
        /^failed: .*doesn't own/,
      );
    } finally {
      await api.sql.unsafe(`revoke all on schema public from ${name}`);
      await api.sql.unsafe(
        `revoke all on database ${new URL(api.databaseUrl).pathname.slice(1)} from ${name}`,
      );
      await api.sql.unsafe(`drop role ${name}`);
    }
  });

  it.skipIf(!hasPgBouncer)("behind a pooler needs both addresses", async () => {
    const pooler = await startPgBouncer(api.databaseUrl);
    const alone = await look({ DATABASE_URL: pooler.url });
    expect(alone.of("database")).toMatch(/^failed: DATABASE_URL: leads to a connection pooler/);
    const both = await look({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: api.databaseUrl });
    expect([both.of("database"), both.of("database-pooler")]).toEqual([
      expect.stringMatching(/^ok/),
      "ok: The pooler at DATABASE_URL leads to PostgreSQL.",
    ]);
    await pooler.stop();
    const away = await look({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: api.databaseUrl });
    expect(away.of("database-pooler")).toMatch(/^failed: .*ECONNREFUSED/);
  });

  it("whose secrets have another key, or a retired one, is named", async () => {
    const { owner } = await api.createWorkspace();
    const body = { url: "http://127.0.0.1:1/hook", events: ["*"] };
    const made = await api.call({ method: "POST", path: "/webhooks/outbound", cookie: owner.cookie, body });
    expect(made.status).toBe(201);
    const ENCRYPTION_KEY = Buffer.alloc(32, 8).toString("base64");
    expect((await look({ ENCRYPTION_KEY })).of("encryption-key")).toMatch(/^failed: .*isn't the key/);
    const ENCRYPTION_KEYS_RETIRED = right.ENCRYPTION_KEY;
    expect((await look({ ENCRYPTION_KEY, ENCRYPTION_KEYS_RETIRED })).of("encryption-key")).toMatch(
      /^warning: .* 1 secret is still encrypted with a retired key/,
    );
  });
});

describe("other systems", () => {
  it("that refuse the login, or are away, are named without the password", async () => {
    const wrong = await look({
      SMTP_URL: right.SMTP_URL?.replace("right", "wrong-secret"),
      EPP_PASSWORD: "another-wrong-secret",
    });
    expect(wrong.of("smtp")).toMatch(/^failed: SMTP_URL: .*EAUTH/);
    expect(wrong.of("registrar-primary")).toMatch(/^failed: The registrar primary can't be used/);
    expect(JSON.stringify(wrong.found)).not.toContain("wrong-secret");
    const away = await look({ SMTP_URL: "smtp://127.0.0.1:1", EPP_PORT: "1" });
    expect(away.of("smtp")).toMatch(/^failed: .*ECONNREFUSED/);
    expect(away.of("registrar-primary")).toMatch(/^failed: .*ECONNREFUSED/);
  });

  it("include the processor, whose key is tried", async () => {
    const { STRIPE_SECRET_KEY = "", STRIPE_WEBHOOK_SECRET = "", STRIPE_API_BASE = "" } = api.env;
    const cards = { STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, PAYMENTS: "on", ZONEPOST_MODE: "sandbox" };
    expect((await look({ ...cards, STRIPE_SECRET_KEY })).of("payments")).toMatch(/^ok/);
    const refused = await look({ ...cards, STRIPE_SECRET_KEY: "sk_test_of_someone_else" });
    expect(refused.of("payments")).toMatch(/^failed: STRIPE_SECRET_KEY is refused/);
    expect(JSON.stringify(refused.found)).not.toContain("sk_test_of_someone_else");
    const away = await look({ ...cards, STRIPE_SECRET_KEY, STRIPE_API_BASE: "http://127.0.0.1:1" });
    expect(away.of("payments")).toMatch(/^failed: The payment processor doesn't respond/);
  });

  it("of a sandbox that is stopped aren't looked for", async () => {
    const { of } = await look({ ZONEPOST_MODE: "sandbox", EPP_PORT: "1" }, { isRunning: false });
    expect(of("registrar-primary")).toMatch(/^skipped/);
    expect(of("smtp")).toMatch(/^skipped/);
  });
});

describe("addresses", () => {
  it("without a trusted certificate, with an expired one, without TLS or without a name fail", async () => {
    expect((await look()).of("api-certificate")).toMatch(/^failed: .*isn't trusted/);
    const expired = await listen(-3);
    const address = `https://localhost:${expired.port}`;
    expect((await look({ API_URL: address })).of("api-certificate")).toMatch(/^failed: .*expired 3 days ago/);
    expired.server.close();
    const plain = await look({
      API_URL: `https://127.0.0.1:${api.port}`,
      PANEL_URL: "https://panel.invalid",
    });
    expect(plain.of("api-certificate")).toMatch(/^failed: .*makes no TLS connection/);
    expect(plain.of("api-answer")).toMatch(/^failed/);
    expect(plain.of("panel-dns")).toMatch(/^(?:failed: panel\.invalid|skipped: The resolver)/);
  });
});

describe("work", () => {
  it("that has waited too long is named by its queue", async () => {
    await api.sql`insert into outgoing_emails (id, kind, to_address, subject, content_encrypted, created_at)
      values (gen_random_uuid(), 'test', 'a@people.test', 'Test', '', now() - interval '2 days')`;
    await api.sql`select graphile_worker.add_job('unknown_to_all_workers', run_at := now() - interval '2 hours')`;
    const { of } = await look();
    expect(of("queue-email")).toMatch(
      /^failed: Email: the oldest \(outgoing email\) has been due for 2 days/,
    );
    expect(of("queue-jobs")).toMatch(/^failed: Jobs: the oldest has been due for 2 h/);
    expect(of("queue-webhooks")).toMatch(/^ok/);
    await api.sql`insert into installation (key, value) values ('quarantine', '{"since":"2026-11-29T00:00:00Z"}')`;
    const restored = await look();
    expect(restored.of("queue-email")).toMatch(/^skipped/);
    expect(restored.of("quarantine")).toMatch(/^warning: .*2026-11-29T00:00:00Z/);
    await api.sql`delete from installation where key = 'quarantine'`;
    await api.sql`delete from outgoing_emails`;
  });

  it("of backups: their age, and whether one was restored", async () => {
    const place = path.join(folder, "backups");
    const takenAt = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
    mkdirSync(path.join(place, "monday"), { recursive: true });
    mkdirSync(path.join(place, "tuesday"));
    const store = (days: number, at: string | null) =>
      api.sql`insert into installation (key, value)
        values ('backup', ${JSON.stringify({ takenAt: takenAt(days), folder: at, kind: "embedded" })}::text::jsonb)
        on conflict (key) do update set value = excluded.value`;
    await store(1, path.join(place, "tuesday"));
    const untried = await look();
    expect(untried.of("backup")).toMatch(/^ok: The last backup is 24 h old/);
    expect(untried.of("restore")).toMatch(/^warning: No backup was ever restored/);
    writeFileSync(path.join(place, "monday", "restored.json"), JSON.stringify({ restoredAt: takenAt(3) }));
    expect((await look()).of("restore")).toMatch(/^ok: A backup was last restored 3 days ago/);
    await store(30, path.join(folder, "elsewhere", "backup"));
    const old = await look();
    expect(old.of("backup")).toMatch(/^failed: The last backup is 30 days old/);
    expect(old.of("restore")).toMatch(/^skipped: The folder of the last backup can't be read here/);
  });

  it("of mail hosts: when each agent last reported", async () => {
    await api.sql`insert into mail_hosts (name, started_at, last_seen_at) values
      ('mx1.example.com', now(), now()), ('mx2.example.com', now(), now() - interval '10 minutes')`;
    expect((await look()).of("mail-hosts")).toMatch(
      /^warning: Mail hosts: mx1\.example\.com reported \d+ s ago; mx2\.example\.com reported 10 min ago/,
    );
  });
});
