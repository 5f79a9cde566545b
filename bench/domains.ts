import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { startRegistry } from "@zonepost/registry";
import postgres from "postgres";
import { cpuMicroseconds, measure, median } from "./measure.ts";
import { answering, finished, freePort, runBench, say, spawnNode, stop } from "./processes.ts";
import { seed } from "./seed.ts";

// Search, pagination over many domains, and one batch of many domains; see README.md.

const searchRounds = 50;
const searchLimitMs = 150;
const pageCount = 10_000;
const batchCount = 500;
const sessions = 8;
/** The registry's delay per command; the sandbox's own would take hardly any time. */
const commandDelayMs = 50;

async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  chmodSync(folder, 0o711);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));

  say("starting PostgreSQL, the registry, the API and a worker");
  const database = await startEmbeddedServer({
    dataDir: path.join(folder, "data"),
    settings: { fsync: "off" },
  });
  cleanUp.defer(() => database.stop());
  const authSecret = randomBytes(32).toString("base64");
  const port = await freePort();
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    AUTH_SECRET: authSecret,
  };
  await finished(spawnNode("../packages/db/src/entry/migrate.ts", environment));
  const { cookie } = await seed(database.url, authSecret);
  const account = { clientId: "zonepost", password: "bench-password" };
  let busyMs = 0;
  let slowed = 0;
  const registry = await startRegistry({
    databaseUrl: database.url,
    ...account,
    log: (entry) => {
      if (entry.event === "fault") {
        slowed += 1;
      }
      if (entry.event === "command") {
        busyMs += entry.durationMs;
      }
    },
  });
  cleanUp.defer(() => registry.close());
  const certificateFile = path.join(folder, "registry.pem");
  writeFileSync(certificateFile, registry.certificatePem);
  const own = {
    ...environment,
    API_PORT: String(port),
    ZONEPOST_MODE: "sandbox",
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "100000000",
    EPP_PORT: String(registry.port),
    EPP_CLIENT_ID: account.clientId,
    EPP_PASSWORD: account.password,
    EPP_CA_FILE: certificateFile,
    EPP_MAX_SESSIONS: String(sessions),
  };
  const api = spawnNode("../apps/api/src/entry/server.ts", own);
  cleanUp.defer(() => stop(api));
  const server = { name: "Zonepost API", url: `http://127.0.0.1:${port}`, pid: api.pid ?? 0 };
  await answering(server, api, cookie);
  const sql = postgres(database.url, { max: 2 });
  cleanUp.defer(() => sql.end());

  await benchSearch(server.url, cookie);
  await addDomains(sql, "paged", pageCount);
  await benchPages(server, cookie);
  const names = await addDomains(sql, "many", batchCount, account.clientId);
  const worker = spawnNode("../apps/api/src/entry/worker.ts", own);
  cleanUp.defer(() => stop(worker));
  await once(worker, "message");
  for (let row = 0; row < 2 * sessions; row += 1) {
    await registry.injectFault({ kind: "slow", delayMs: commandDelayMs, times: 10 * batchCount });
  }
  await benchBatch(server.url, cookie, names, {
    slowedCount: () => slowed,
    busyMs: () => busyMs,
    workerCpuMs: () => (cpuMicroseconds(worker.pid ?? 0) ?? Number.NaN) / 1000,
  });
}

const line = (name: string, cells: string[]) =>
  console.log(`  ${name.padEnd(30)}${cells.map((cell) => cell.padStart(14)).join("")}`);

/** A new word each time, for all TLDs: the time to the first result, and to the last. */
async function benchSearch(url: string, cookie: string): Promise<void> {
  const taken = { firstMs: [] as number[], allMs: [] as number[] };
  for (let round = 0; round <= searchRounds; round += 1) {
    const input = encodeURIComponent(
      JSON.stringify({ "0": { word: `word-${randomBytes(6).toString("hex")}` } }),
    );
    const startedAt = performance.now();
    const answer = await fetch(`${url}/trpc/domains.suggestions?batch=1&input=${input}`, {
      headers: { cookie, "trpc-accept": "application/jsonl" },
    });
    let text = "";
    let firstMs: number | undefined;
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString("utf8");
      if (text.includes('"registerYearCents"')) {
        firstMs ??= performance.now() - startedAt;
      }
    }
    const count = text.split('"registerYearCents"').length - 1;
    if (!answer.ok || firstMs === undefined || count !== 7) {
      throw new Error(`the search answered ${answer.status} with ${count} results: ${text}`);
    }
    // The first round is a warm-up.
    if (round === 0) {
      continue;
    }
    taken.firstMs.push(firstMs);
    taken.allMs.push(performance.now() - startedAt);
  }
  console.log(`\nA word in seven TLDs, ${searchRounds} rounds, in ms`);
  line("", ["median", "slowest"]);
  for (const [name, values] of [
    ["first result", taken.firstMs],
    ["all results", taken.allMs],
  ] as const) {
    line(
      name,
      [median(values), Math.max(...values)].map((ms) => ms.toFixed(1)),
    );
  }
  const slowest = Math.max(...taken.firstMs);
  console.log(
    `  slowest first result ${slowest.toFixed(0)}, limit ${searchLimitMs}: ${slowest <= searchLimitMs ? "kept" : "not kept"}`,
  );
}

/** The same page size at the start, in the middle and at the end of the list. */
async function benchPages(server: { url: string; pid: number }, cookie: string): Promise<void> {
  console.log(`\nGET /domains/mine?limit=100 of ${pageCount} domains`);
  line("", ["requests/s", "p50 ms", "p99 ms"]);
  const rates: number[] = [];
  for (const [name, after] of [
    ["first page", ""],
    ["page in the middle", `paged-${String(pageCount / 2).padStart(5, "0")}.com`],
    ["last page", `paged-${String(pageCount - 100).padStart(5, "0")}.com`],
  ] as const) {
    const cursor = after && `&cursor=${Buffer.from(after).toString("base64url")}`;
    const load = { path: `/domains/mine?limit=100${cursor}`, headers: { cookie } };
    await measure(server, load, 1);
    const { requestsPerSecond, p50Ms, p99Ms } = await measure(server, load, 3);
    rates.push(requestsPerSecond);
    line(name, [requestsPerSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1)]);
  }
  console.log(`  slowest page over fastest: ${(Math.min(...rates) / Math.max(...rates)).toFixed(2)}`);
}

async function benchBatch(
  url: string,
  cookie: string,
  names: readonly string[],
  meters: { slowedCount(): number; busyMs(): number; workerCpuMs(): number },
): Promise<void> {
  const [slowedBefore, busyBefore, cpuBefore] = [meters.slowedCount(), meters.busyMs(), meters.workerCpuMs()];
  const startedAt = performance.now();
  const asked = await fetch(`${url}/domain-batches`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ names, change: { locked: true } }),
  });
  const batch = (await asked.json()) as { id: string };
  if (asked.status !== 201) {
    throw new Error(`the batch was answered ${asked.status}`);
  }
  const answeredMs = performance.now() - startedAt;
  for (;;) {
    const answer = await fetch(`${url}/domain-batches/${batch.id}`, { headers: { cookie } });
    const { state, succeeded } = (await answer.json()) as { state: string; succeeded: number };
    if (state === "finished") {
      if (succeeded !== names.length) {
        throw new Error(`${succeeded} of ${names.length} succeeded`);
      }
      break;
    }
    await delay(100);
  }
  const totalMs = performance.now() - startedAt;
  const commands = meters.slowedCount() - slowedBefore;
  const cpuMs = meters.workerCpuMs() - cpuBefore;
  const shareOfSessions = (ms: number) => `${((ms / (sessions * totalMs)) * 100).toFixed(0)} %`;
  console.log(
    `\nOne change of ${names.length} domains, one worker, ${sessions} EPP sessions, ${commandDelayMs} ms a command`,
  );
  line("answered after", [`${answeredMs.toFixed(0)} ms`]);
  line("finished after", [`${(totalMs / 1000).toFixed(1)} s`]);
  line("domains a second", [((names.length / totalMs) * 1000).toFixed(0)]);
  line("commands", [String(commands)]);
  line("worker's CPU a domain", [`${(cpuMs / names.length).toFixed(1)} ms`]);
  line("sessions busy", [shareOfSessions(meters.busyMs() - busyBefore)]);
  line("of that, the added delay", [shareOfSessions(commands * commandDelayMs)]);
}

/** Domains of the seeded workspace, also created at the registry if a registrar is given. */
async function addDomains(
  sql: postgres.Sql,
  word: string,
  count: number,
  clientId?: string,
): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `${word}-${String(at + 1).padStart(5, "0")}.com`);
  if (clientId !== undefined) {
    await sql`
      insert into registry.domains (name, sponsor, nameservers, created_by, created_at, expires_at)
      select name, ${clientId}, ${["ns1.example.net", "ns2.example.net"]}, ${clientId},
        now() - interval '1 year', date_trunc('second', now() + interval '1 year')
      from unnest(${names}::text[]) name`;
  }
  await sql`
    insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
      paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
    select gen_random_uuid(), (select id from workspaces where slug = 'bench'), name, 'com', 'primary', 'active', true,
      true, now() - interval '1 year', date_trunc('second', now() + interval '1 year'),
      date_trunc('second', now() + interval '1 year'), ${["ns1.example.net", "ns2.example.net"]}, '[]', '{ok}', now(), now()
    from unnest(${names}::text[]) name`;
  await sql`analyze domains`;
  return names;
}

await runBench(main);
