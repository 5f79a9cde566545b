import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { expect } from "vitest";
import { migrate } from "../src/migrate.ts";
import { createEmptyDatabase } from "../src/testing.ts";
import { withLaterMigrations } from "./later-migrations-fixture.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const owner = { email: "owner@demo.test", password: "zonepost-demo-password" };

/** Each version has one to change, since a domain has one change at a time. */
const domains = { old: "lakeside-ceramics.com", new: "fieldnote-press.net" };

/** How a large table of the release changes: each step as its own migration. */
const laterMigrations = [
  `alter table deliveries add column label text default '', add column draft integer;
--> statement-breakpoint
alter table deliveries add constraint deliveries_label_present check (label is not null) not valid`,
  "create index deliveries_unlabeled_index on deliveries (id) where label = ''",
  `-- backfill
update deliveries set label = event_type where id in (
  select id from deliveries where label = '' order by id limit 5000)`,
  "alter table deliveries validate constraint deliveries_label_present",
  "drop index deliveries_unlabeled_index",
  "alter table deliveries drop column draft",
];

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** The commit of the latest release before this one; undefined in a clone without its history. */
export function findRelease(): string | undefined {
  try {
    return git("log", "--max-count=1", "--format=%H", "--grep=^release: [0-9]") || undefined;
  } catch {
    return undefined;
  }
}

/** A folder with that commit and the packages that running it needs. */
function checkOut(commit: string, parent: string): string {
  const folder = path.join(parent, "release");
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const installing = `import("./scripts/install.mjs").then(({ install }) => install({ log: () => {} }))`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", installing], { cwd: folder });
  return folder;
}

/** Starts processes of a version, each until the end of the test. */
function createStarter(shared: Record<string, string>) {
  const running: ChildProcess[] = [];
  async function start(folder: string, entry: string, env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [path.join(folder, entry)], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, ...shared, ...env },
    });
    running.push(child);
    const ready = once(child, "message");
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`${entry} ended with exit code ${code}`);
    });
    ended.catch(() => {});
    const [message] = await Promise.race([ready, ended]);
    return { child, port: (message as { port?: number }).port ?? 0 };
  }
  return {
    start,
    run: (folder: string, entry: string, env: Record<string, string> = {}) =>
      execFileSync(process.execPath, [entry], { cwd: folder, env: { ...process.env, ...shared, ...env } }),
    async stop(child: ChildProcess) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await ended;
      expect(code).toBe(0);
    },
    async stopAll() {
      await Promise.all(
        running
          .filter((child) => child.exitCode === null && child.signalCode === null)
          .map((child) => {
            const ended = once(child, "exit");
            child.kill("SIGKILL");
            return ended;
          }),
      );
    },
  };
}

/** Records the nameservers that its events name. */
async function startReceiver() {
  const received = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    for (const host of JSON.parse(Buffer.concat(chunks).toString()).data.nameservers ?? []) {
      received.add(host);
    }
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A signed-in owner at one API process. */
function createCaller(port: number, cookie = "") {
  return async (method: string, route: string, body?: unknown) => {
    const response = await fetch(`http://localhost:${port}${route}`, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${route}: ${response.status} ${text}`);
    }
    return { response, json: text === "" ? undefined : JSON.parse(text) };
  };
}
type Caller = ReturnType<typeof createCaller>;

const changeNameservers = (call: Caller, domain: string, host: string) =>
  call("PUT", `/domains/${domain}/nameservers`, { nameservers: [{ host }, { host: "ns2.example.org" }] });

/** Repeats the only delivery until there are as many, as those of the past month. */
async function repeatDelivery(sql: postgres.Sql, count: number) {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'deliveries'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', 'created_at')`;
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  await sql.unsafe(`
    insert into deliveries (id, created_at, ${names})
    select uuidv7(made - now()), made, ${names}
    from deliveries, generate_series(1, ${count}) number,
      lateral (select now() - number * interval '30 days' / ${count} as made) times`);
}

/** Reads and changes until `stop`, one request after the other. The first that fails is thrown by both functions. */
function serve(call: Caller, endpoint: string, version: keyof typeof domains) {
  let isStopping = false;
  const acknowledged: string[] = [];
  let reads = 0;
  const change = async () => {
    for (let at = 0; !isStopping; at += 1) {
      const host = `${version}${at}.example.net`;
      await changeNameservers(call, domains[version], host);
      acknowledged.push(host);
    }
  };
  const read = async () => {
    for (; !isStopping; reads += 1) {
      await call("GET", `/webhooks/outbound/${endpoint}/deliveries`);
      await call("GET", "/domains/mine");
    }
  };
  const done = Promise.all([change(), read(), read()]);
  done.catch(() => {});
  return {
    acknowledged,
    reads: () => reads,
    makesMore: async () => {
      const made = acknowledged.length;
      await Promise.race([done, expect.poll(() => acknowledged.length).toBeGreaterThan(made + 2)]);
    },
    stop: async () => {
      isStopping = true;
      await done;
    },
  };
}

/**
 * Upgrades a database of the release with that many deliveries, while the release's processes serve and deliver. The
 * database ends a statement of theirs that waits 20 seconds for a lock, which fails its request and so the test.
 */
export async function upgradeWhileServing(release: string, deliveryCount: number) {
  const parent = mkdtempSync(path.join(tmpdir(), "zonepost-upgrade-"));
  const database = await createEmptyDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const receiver = await startReceiver();
  const starter = createStarter({
    NODE_ENV: "production",
    ZONEPOST_MODE: "sandbox",
    DATA_DIR: path.join(parent, "data"),
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: "",
    SANDBOX_ALLOW_FOREIGN_DATABASE: "true",
    PAYMENTS: "off",
    WEBHOOKS_ALLOW_PRIVATE_NETWORKS: "true",
    RATE_LIMIT_PER_MINUTE: "100000",
    WORKSPACE_RATE_LIMIT_PER_MINUTE: "100000",
    AUTH_SECRET: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    EPP_CLIENT_ID: "zonepost",
    EPP_PASSWORD: "test-pass-word",
    EPP_CA_FILE: path.join(parent, "data/registry/certificate.pem"),
    API_PORT: "0",
    LOG_LEVEL: "error",
  });
  try {
    const old = checkOut(release, parent);
    starter.run(old, "packages/db/src/entry/migrate.ts");
    const registry = await starter.start(old, "sandbox/registry/src/entry/registry.ts");
    const epp = { EPP_PORT: String(registry.port) };
    starter.run(old, "apps/api/src/entry/seed.ts", epp);
    const name = new URL(database.url).pathname.slice(1);
    await sql`alter database ${sql(name)} set lock_timeout = '20s'`;
    const startVersion = async (folder: string) => {
      const api = await starter.start(folder, "apps/api/src/entry/server.ts", epp);
      const worker = await starter.start(folder, "apps/api/src/entry/worker.ts", epp);
      return { ...api, worker: worker.child };
    };

    const before = await startVersion(old);
    const signIn = await createCaller(before.port)("POST", "/auth/sign-in/email", owner);
    const cookie = signIn.response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const call = createCaller(before.port, cookie);
    const { json: endpoint } = await call("POST", "/webhooks/outbound", {
      url: receiver.url,
      events: ["domain.nameservers_changed"],
    });
    await changeNameservers(call, domains.old, "first.example.net");
    await expect.poll(() => receiver.received.has("first.example.net")).toBe(true);
    await expect.poll(() => sql`select from deliveries where status = 'succeeded'`).toHaveLength(1);
    await repeatDelivery(sql, deliveryCount);

    const traffic = serve(call, endpoint.id, "old");
    await traffic.makesMore();
    const report: string[] = [];
    const folder = withLaterMigrations(...laterMigrations);
    await migrate(database.url, { folder, report: (line) => report.push(line) });
    const atEnd = { changes: traffic.acknowledged.length, reads: traffic.reads() };
    await traffic.makesMore();

    // One version replaces the other: both serve, then the old one stops.
    const after = await startVersion(root);
    const newer = serve(createCaller(after.port, cookie), endpoint.id, "new");
    await newer.makesMore();
    await traffic.stop();
    await starter.stop(before.child);
    await starter.stop(before.worker);
    await newer.stop();

    const changed = ["first.example.net", ...traffic.acknowledged, ...newer.acknowledged];
    await expect.poll(() => changed.filter((host) => !receiver.received.has(host))).toEqual([]);
    await expect.poll(() => sql`select from delivery_queue`).toHaveLength(0);
    const [counts] = await sql<{ deliveries: number; unlabeled: number }[]>`
      select count(*)::int as deliveries,
        count(*) filter (where label = '' and created_at < now() - interval '1 hour')::int as unlabeled
      from deliveries`;
    const columns = await sql`
      select attname from pg_attribute where attrelid = 'deliveries'::regclass and attname = 'draft'`;
    return {
      report,
      during: atEnd,
      changed: changed.length,
      deliveries: counts?.deliveries,
      unlabeled: counts?.unlabeled,
      isContracted: columns.length === 0,
    };
  } finally {
    await starter.stopAll();
    receiver.close();
    await sql.end({ timeout: 1 });
    await database.drop();
    rmSync(parent, { recursive: true, force: true });
  }
}
