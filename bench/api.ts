import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { startEmbeddedServer } from "@zonepost/db/embedded-server";
import { type Measurement, measure, median } from "./measure.ts";
import { seed } from "./seed.ts";

// The API beside a bare handler that does the same work; see README.md for how to read what it prints.

const routes = ["/domains/mine", "/auth/get-session"];
const rounds = 5;
const roundSeconds = 3;
const warmUpSeconds = 2;
const targetRatio = 0.7;

type Server = { name: string; url: string; pid: number };

async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  chmodSync(folder, 0o711);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));

  say("starting PostgreSQL, the API and the bare handler");
  const database = await startEmbeddedServer({ dataDir: folder, settings: { fsync: "off" } });
  cleanUp.defer(() => database.stop());
  const authSecret = randomBytes(32).toString("base64");
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    DATABASE_MAX_CONNECTIONS: "10",
    AUTH_SECRET: authSecret,
  };
  await finished(spawnNode("../packages/db/src/entry/migrate.ts", environment));
  const cookie = await seed(database.url, authSecret);

  const start = async (name: string, file: string, port: number, more: Record<string, string>) => {
    const child = spawnNode(file, { ...environment, ...more });
    cleanUp.defer(() => stop(child));
    const server = { name, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
    await answering(server, child, cookie);
    return server;
  };
  const barePort = await freePort();
  const bare = await start("bare handler", "bare-server.ts", barePort, { PORT: String(barePort) });
  const apiPort = await freePort();
  const api = await start("Zonepost API", "../apps/api/src/entry/server.ts", apiPort, {
    API_PORT: String(apiPort),
    ZONEPOST_MODE: "sandbox",
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "100000000",
    // No registry stands behind it: these routes do not ask one.
    EPP_PORT: "1",
    EPP_CLIENT_ID: "bench",
    EPP_PASSWORD: "bench-password",
  });

  for (const route of routes) await requireSameAnswer(api, bare, route, cookie);
  for (const route of routes) report(route, await compare(api, bare, route, cookie));
}

/** Interleaved, and each round in the other order, so that what disturbs the machine disturbs both. */
async function compare(api: Server, bare: Server, route: string, cookie: string) {
  const measured = new Map<Server, Measurement[]>([
    [api, []],
    [bare, []],
  ]);
  for (const server of [api, bare]) await measure(server, route, { cookie }, warmUpSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    say(`${route}: round ${round} of ${rounds}`);
    for (const server of round % 2 === 1 ? [api, bare] : [bare, api])
      measured.get(server)?.push(await measure(server, route, { cookie }, roundSeconds));
  }
  return [...measured].map(([server, measurements]) => ({ name: server.name, measurements }));
}

function report(route: string, servers: { name: string; measurements: Measurement[] }[]): void {
  const rows = servers.map(({ name, measurements }) => {
    const of = (figure: (each: Measurement) => number | undefined) =>
      median(measurements.map((each) => figure(each) ?? Number.NaN));
    return {
      name,
      requestsPerSecond: of((each) => each.requestsPerSecond),
      cells: [
        of((each) => each.requestsPerSecond).toFixed(0),
        of((each) => each.p50Ms).toFixed(2),
        of((each) => each.p99Ms).toFixed(2),
        of((each) => each.cpuPerRequestMicroseconds).toFixed(0),
      ],
    };
  });
  const line = (name: string, cells: string[]) =>
    console.log(`  ${name.padEnd(14)}${cells.map((cell) => cell.padStart(16)).join("")}`);
  console.log(`\nGET ${route}`);
  line("", ["requests/s", "p50 ms", "p99 ms", "CPU µs/request"]);
  for (const { name, cells } of rows) line(name, cells);
  const [api, bare] = rows;
  const ratio = (api?.requestsPerSecond ?? Number.NaN) / (bare?.requestsPerSecond ?? Number.NaN);
  const verdict = ratio >= targetRatio ? "reached" : "not reached";
  const [lowest, highest] = ratioRange(servers);
  console.log(
    `  ratio ${ratio.toFixed(2)} (rounds ${lowest.toFixed(2)} to ${highest.toFixed(2)}), target ${targetRatio.toFixed(2)}: ${verdict}`,
  );
  if (highest > lowest * 1.5)
    console.log("  The rounds differ too much to be trusted: something else was running. Run it again.");
}

function ratioRange(servers: { measurements: Measurement[] }[]): [number, number] {
  const [api = [], bare = []] = servers.map(({ measurements }) =>
    measurements.map((each) => each.requestsPerSecond),
  );
  const ratios = api.map((each, round) => each / (bare[round] ?? Number.NaN));
  return [Math.min(...ratios), Math.max(...ratios)];
}

/** Figures of two servers that answer differently cannot be compared. */
async function requireSameAnswer(api: Server, bare: Server, route: string, cookie: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [api, bare].map(async ({ url }) => (await fetch(url + route, { headers: { cookie } })).json()),
  );
  if (!isDeepStrictEqual(ours, theirs))
    throw new Error(`GET ${route} differs:\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`);
}

function spawnNode(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const script = fileURLToPath(new URL(file, import.meta.url));
  if (!existsSync(script)) throw new Error(`there is no ${script}`);
  // The channel closes when we vanish, and the child with it. Logs are written as in production, to nowhere.
  return spawn(process.execPath, [script], { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await exited;
  clearTimeout(late);
}

async function answering(server: Server, child: ChildProcess, cookie: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${server.name} ended before it answered`);
    const response = await fetch(`${server.url}/auth/get-session`, { headers: { cookie } }).catch(() => null);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`${server.name} does not answer on ${server.url}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

function say(text: string): void {
  console.error(text);
}

await using cleanUp = new AsyncDisposableStack();
let stopping: Promise<void> | undefined;
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(name, () => {
    stopping ??= cleanUp.disposeAsync().finally(() => process.exit(code));
  });
try {
  await main(cleanUp);
} catch (error) {
  // What fails because its server was stopped is no news, and must not end us before the rest is stopped.
  await stopping;
  throw error;
}
