import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { publicHosts, startNameservers } from "@zonepost/sandbox-dns";
import { findServerProgram } from "@zonepost/server-process";
import postgres from "postgres";
import { percentile } from "./measure.ts";
import { answering, finished, freePort, runBench, say, spawnNode, stop } from "./processes.ts";
import { seed } from "./seed.ts";

// The time from a change of a zone to the answers of both public nameservers; see README.md.

const rounds = 40;
const importedZones = 1_000;
const recordsPerZone = 12;
const parallelImports = 4;
const limits = { timesBare: 5, timesAlone: 3, importSeconds: 60 };

const hosts = Array.from({ length: recordsPerZone }, (_, index) => ({
  name: `host-${index}`,
  address: `192.0.2.${index + 1}`,
}));
const zoneFile = hosts.map(({ name, address }) => `${name} 300 A ${address}\n`).join("");

type Caller = { cookie: string; domain: string };

async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  chmodSync(folder, 0o711);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));

  say("starting PostgreSQL, the nameservers, the API and a worker");
  const database = await startEmbeddedServer({ dataDir: path.join(folder, "data") });
  cleanUp.defer(() => database.stop());
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const runFolder = path.join(folder, "run");
  const nameservers = await startNameservers({
    folder: path.join(folder, "dns"),
    runFolder,
    ports,
    log: () => {},
  });
  cleanUp.defer(() => nameservers.close());
  const socketPath = path.join(runFolder, "primary/knot.sock");
  const servers = publicHosts.map((host, index) => ({
    host,
    address: "127.0.0.1",
    port: ports[index + 1] ?? 0,
  }));
  const port = await freePort();
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    AUTH_SECRET: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    API_PORT: String(port),
    ZONEPOST_MODE: "sandbox",
    RATE_LIMIT_PER_MINUTE: "1000000",
    WORKSPACE_RATE_LIMIT_PER_MINUTE: "1000000",
    EPP_PORT: "1",
    EPP_CLIENT_ID: "zonepost",
    EPP_PASSWORD: "bench-password",
    DNS_CONTROL_SOCKET: socketPath,
    DNS_SERVERS: servers.map((server) => `${server.host}=${server.address}:${server.port}`).join(","),
  };
  await finished(spawnNode("../packages/db/src/entry/migrate.ts", environment));
  const { cookie, password } = await seed(database.url, environment.AUTH_SECRET);
  const api = spawnNode("../apps/api/src/entry/server.ts", environment);
  cleanUp.defer(() => stop(api));
  const url = `http://127.0.0.1:${port}`;
  await answering({ name: "Zonepost API", url, pid: api.pid ?? 0 }, api, cookie);
  const worker = spawnNode("../apps/api/src/entry/worker.ts", environment);
  cleanUp.defer(() => stop(worker));

  const importer: Caller = { cookie, domain: "bench-domain-00.com" };
  const other: Caller = await signInElsewhere(database.url, url, password);
  const call = async ({ cookie }: Caller, at: string, body: object) => {
    const answer = await fetch(`${url}${at}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`);
    }
    return (await answer.json()) as { serial: number };
  };
  const resolvers = servers.map((server) => {
    const resolver = new Resolver({ timeout: 1_000, tries: 1 });
    resolver.setServers([`${server.address}:${server.port}`]);
    return resolver;
  });
  /** Until both answer with the serial or a later one. */
  const untilServed = async (zone: string, serial: number) => {
    for (const resolver of resolvers) {
      for (;;) {
        const soa = await resolver.resolveSoa(zone).catch(() => undefined);
        if (soa && soa.serial >= serial) {
          break;
        }
        await delay(2);
      }
    }
  };
  const change = async (round: number) => {
    const startedAt = performance.now();
    const { serial } = await call(other, `/zones/${other.domain}/changes`, {
      changes: [{ action: "set", name: "www", type: "A", values: [`192.0.2.${(round % 250) + 1}`] }],
    });
    await untilServed(other.domain, serial);
    return performance.now() - startedAt;
  };

  say("changes of one zone: bare Knot, then Zonepost");
  const changed = await bareChanges(socketPath, untilServed);
  const created = await call(other, "/zones", { name: other.domain, zoneFile });
  await untilServed(other.domain, created.serial);
  const alone: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await change(round));
  }

  say(`${importedZones} new zones of ${recordsPerZone} records: bare Knot, then Zonepost`);
  const bareSeconds = await bareImport(socketPath, untilServed);
  const startedAt = performance.now();
  const pending = Array.from({ length: importedZones }, (_, index) => `z${index}.${importer.domain}`);
  let isImporting = true;
  const beside: number[] = [];
  const measuring = (async () => {
    for (let round = 0; isImporting; round += 1) {
      beside.push(await change(round + rounds));
      await delay(100);
    }
  })();
  const serials = new Map<string, number>();
  const importOnes = async () => {
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      serials.set(name, (await call(importer, "/zones", { name, zoneFile })).serial);
    }
  };
  await Promise.all(Array.from({ length: parallelImports }, importOnes));
  for (const [name, serial] of serials) {
    await untilServed(name, serial);
  }
  const importSeconds = (performance.now() - startedAt) / 1_000;
  isImporting = false;
  await measuring;

  report(changed, alone, beside);
  const times = importSeconds / bareSeconds;
  console.log(
    `\n${importedZones} zones: ${importSeconds.toFixed(1)} s (limit ${limits.importSeconds} s), bare Knot ${bareSeconds.toFixed(1)} s, ratio ${times.toFixed(1)} (limit ${limits.timesBare})`,
  );
}

type UntilServed = (zone: string, serial: number) => Promise<void>;

/** One knotc for all commands of a step. */
async function command(socketPath: string, lines: readonly string[]): Promise<void> {
  const program = (await findServerProgram("knotc")) ?? "knotc";
  const knotc = spawn(program, ["-s", socketPath], { stdio: ["pipe", "ignore", "inherit"] });
  knotc.stdin.end(`${lines.join("\n")}\n`);
  await once(knotc, "exit");
}

const soa = (serial: number) =>
  `@ 3600 SOA ${publicHosts[0]}. hostmaster.zonepost-dns.net. ${serial} 3600 900 1209600 300`;
const contentOf = (zone: string, serial: number) => [
  `zone-begin ${zone}`,
  `zone-set ${zone} ${soa(serial)}`,
  ...publicHosts.map((host) => `zone-set ${zone} @ 3600 NS ${host}.`),
  ...hosts.map(({ name, address }) => `zone-set ${zone} ${name} 300 A ${address}`),
  `zone-commit ${zone}`,
];
const creationOf = (zones: readonly string[]) => [
  "conf-begin",
  ...zones.flatMap((zone) => [`conf-set zone[${zone}]`, `conf-set zone[${zone}].template member`]),
  "conf-commit",
];

async function bareChanges(socketPath: string, untilServed: UntilServed): Promise<number[]> {
  const zone = "bare.example";
  await command(socketPath, [...creationOf([zone]), ...contentOf(zone, 1)]);
  await untilServed(zone, 1);
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await command(socketPath, [
      `zone-begin ${zone}`,
      `zone-unset ${zone} @ SOA`,
      `zone-set ${zone} ${soa(round + 2)}`,
      `zone-unset ${zone} www A`,
      `zone-set ${zone} www 300 A 192.0.2.${(round % 250) + 1}`,
      `zone-commit ${zone}`,
    ]);
    await untilServed(zone, round + 2);
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

async function bareImport(socketPath: string, untilServed: UntilServed): Promise<number> {
  const startedAt = performance.now();
  const zones = Array.from({ length: importedZones }, (_, index) => `z${index}.bare.example`);
  await command(socketPath, [...creationOf(zones), ...zones.flatMap((zone) => contentOf(zone, 1))]);
  for (const zone of zones) {
    await untilServed(zone, 1);
  }
  return (performance.now() - startedAt) / 1_000;
}

async function signInElsewhere(databaseUrl: string, url: string, password: string): Promise<Caller> {
  const email = "api-0@bench.test";
  const domain = "bench-elsewhere.com";
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
      paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
    select ${randomUUID()}, m.workspace_id, ${domain}, 'com', 'bench', 'active', false, false, now(), now() + interval '1 year',
      now() + interval '1 year', '{}', '[]', '{}', now(), now()
    from members m join users u on u.id = m.user_id where u.email = ${email}`;
  await sql.end();
  const answer = await fetch(`${url}/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const [cookie = ""] = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { cookie, domain };
}

function report(bare: readonly number[], alone: readonly number[], beside: readonly number[]): void {
  const of = (values: readonly number[], share: number) =>
    percentile(Float64Array.from(values).sort(), share);
  const row = (name: string, values: readonly number[]) =>
    `${name.padEnd(34)} ${of(values, 0.5).toFixed(0).padStart(6)} ${of(values, 0.95).toFixed(0).padStart(6)}`;
  console.log(`${"milliseconds to both nameservers".padEnd(34)} ${"p50".padStart(6)} ${"p95".padStart(6)}`);
  console.log(row("bare Knot", bare));
  console.log(row("Zonepost", alone));
  console.log(row(`Zonepost, beside ${importedZones} imports`, beside));
  const ratio = (one: readonly number[], other: readonly number[]) =>
    (of(one, 0.5) / of(other, 0.5)).toFixed(1);
  console.log(`\nZonepost over bare Knot: ${ratio(alone, bare)} (limit ${limits.timesBare})`);
  console.log(`beside imports over alone: ${ratio(beside, alone)} (limit ${limits.timesAlone})`);
}

await runBench(main);
