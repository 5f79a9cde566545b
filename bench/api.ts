import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { type Load, type Measurement, measure, median } from "./measure.ts";
import { answering, finished, freePort, runBench, type Server, say, spawnNode, stop } from "./processes.ts";
import { addressesFor, seed } from "./seed.ts";

// Compares the API with a bare handler that does the same work. README.md explains the output.

const sections = ["routes", "deliveries", "authentication", "sign-in"] as const;
type Section = (typeof sections)[number];
const routes = ["/domains/mine", "/auth/get-session"];
const rounds = 5;
const roundSeconds = 3;
const warmUpSeconds = 2;
const routeTarget = 0.9;
/** For the routes that format or write more than a bare handler does. */
const heavyTarget = 0.75;

/** One row of a table: a server and its request. */
type Contender = { name: string; server: Server; load: Load };

async function main(cleanUp: AsyncDisposableStack, wanted: readonly Section[]): Promise<void> {
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
  const seeded = await seed(database.url, authSecret);
  const { cookie } = seeded;

  const start = async (name: string, file: string, port: number, more: Record<string, string>) => {
    const child = spawnNode(file, { ...environment, ...more });
    cleanUp.defer(() => stop(child));
    const server = { name, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
    await answering(server, child, cookie);
    return server;
  };
  const barePort = await freePort();
  const bare = await start("bare handler", "bare-server.ts", barePort, {
    PORT: String(barePort),
    ENDPOINT_ID: seeded.endpointId,
  });
  const apiPort = await freePort();
  const api = await start("Zonepost API", "../apps/api/src/entry/server.ts", apiPort, {
    API_PORT: String(apiPort),
    ZONEPOST_MODE: "sandbox",
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "100000000",
    WORKSPACE_RATE_LIMIT_PER_MINUTE: "100000000",
    SIGN_IN_LIMIT_PER_MINUTE: "100000000",
    // An API process has one more, for sessions and keys.
    DATABASE_MAX_CONNECTIONS: "9",
    // These routes use no registry, so none is running.
    EPP_PORT: "1",
    EPP_CLIENT_ID: "bench",
    EPP_PASSWORD: "bench-password",
  });

  if (wanted.includes("routes")) {
    await benchRoutes(api, bare, cookie);
  }
  if (wanted.includes("deliveries")) {
    await benchDeliveries(api, bare, cookie);
  }
  if (wanted.includes("authentication")) {
    await benchAuthentication(api, bare, cookie);
  }
  if (wanted.includes("sign-in")) {
    await benchSignIn(api, bare, seeded.password);
  }
}

async function benchRoutes(api: Server, bare: Server, cookie: string): Promise<void> {
  const headers = { cookie };
  for (const path of routes) {
    await requireSameAnswer(api, bare, { path, headers });
  }
  for (const path of routes) {
    const load = { path, headers };
    const rows = await compare(`GET ${path}`, [
      { name: api.name, server: api, load },
      { name: bare.name, server: bare, load },
    ]);
    reportRatio("ratio", rows[0], rows[1], routeTarget);
  }
}

/** A page of the delivery log, next to a handler that leaves ids and times as the driver returns them. */
async function benchDeliveries(api: Server, bare: Server, cookie: string): Promise<void> {
  const headers = { cookie };
  const [endpoint] = (await (await fetch(`${api.url}/webhooks/outbound`, { headers })).json()) as {
    id: string;
  }[];
  const path = `/webhooks/outbound/${endpoint?.id}/deliveries`;
  await requireSameLength(api, path, bare, "/deliveries", headers);
  const rows = await compare("GET /webhooks/outbound/{id}/deliveries, 100 rows", [
    { name: api.name, server: api, load: { path, headers } },
    { name: bare.name, server: bare, load: { path: "/deliveries", headers } },
  ]);
  reportRatio("ratio", rows[0], rows[1], heavyTarget);
}

/** The same list by session and by key, and a public response: on the API, and on the bare handler. */
async function benchAuthentication(api: Server, bare: Server, cookie: string): Promise<void> {
  const list = "/domains/mine";
  const live = { path: "/health/live" };
  const bySession = { path: list, headers: { cookie } };
  const byKey = { path: list, headers: { authorization: `Bearer ${await makeKey(api, cookie)}` } };
  await requireSameAnswer(api, bare, bySession);
  await requireSameAnswer(api, bare, byKey);
  const rows = await compare(
    `GET ${list} with a session and with a key, next to the public GET /health/live`,
    [
      { name: "API, public", server: api, load: live },
      { name: "API, session", server: api, load: bySession },
      { name: "API, key", server: api, load: byKey },
      { name: "bare, public", server: bare, load: live },
      { name: "bare, session", server: bare, load: bySession },
      { name: "bare, key", server: bare, load: byKey },
    ],
  );
  reportRatio("API, key over session", rows[2], rows[1]);
  reportRatio("key, API over bare", rows[2], rows[5]);
  reportRatio("session, API over bare", rows[1], rows[4]);
  reportRatio("session over public, API", rows[1], rows[0]);
  reportRatio("session over public, bare", rows[4], rows[3]);
}

/** Signing in with the right password: many people in turn, then one person on all connections. */
async function benchSignIn(api: Server, bare: Server, password: string): Promise<void> {
  const [ours, theirs] = [addressesFor("api"), addressesFor("bare")];
  const signIn = (path: string, addresses: string[]): Load => ({
    method: "POST",
    path,
    bodies: addresses.map((email) => ({ email, password })),
  });
  for (const [who, count, target] of [
    [`${ours.length} people in turn`, ours.length, heavyTarget],
    ["one person on all connections", 1, undefined],
  ] as const) {
    const rows = await compare(`POST /auth/sign-in/email, ${who}`, [
      { name: api.name, server: api, load: signIn("/auth/sign-in/email", ours.slice(0, count)) },
      { name: bare.name, server: bare, load: signIn("/sign-in", theirs.slice(0, count)) },
    ]);
    reportRatio("ratio", rows[0], rows[1], target);
  }
}

async function makeKey(api: Server, cookie: string): Promise<string> {
  const answer = await fetch(`${api.url}/api-keys`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ name: "Bench", scopes: ["domains:read"] }),
  });
  const { key } = (await answer.json()) as { key?: string };
  if (!key) {
    throw new Error(`the API created no key: ${answer.status}`);
  }
  return key;
}

type Row = { name: string; measurements: Measurement[] };

/** Interleaved, with the order reversed each round, so that disturbances affect all targets. */
async function compare(title: string, contenders: readonly Contender[]): Promise<Row[]> {
  const rows = contenders.map((contender) => ({ ...contender, measurements: [] as Measurement[] }));
  for (const { server, load } of rows) {
    await measure(server, load, warmUpSeconds);
  }
  for (let round = 1; round <= rounds; round += 1) {
    say(`${title}: round ${round} of ${rounds}`);
    for (const { server, load, measurements } of round % 2 === 1 ? rows : rows.toReversed()) {
      measurements.push(await measure(server, load, roundSeconds));
    }
  }
  report(title, rows);
  return rows;
}

function report(title: string, rows: readonly Row[]): void {
  const line = (name: string, cells: string[]) =>
    console.log(`  ${name.padEnd(16)}${cells.map((cell) => cell.padStart(16)).join("")}`);
  console.log(`\n${title}`);
  line("", ["requests/s", "p50 ms", "p99 ms", "CPU µs/request"]);
  for (const { name, measurements } of rows) {
    const of = (figure: (each: Measurement) => number | undefined) =>
      median(measurements.map((each) => figure(each) ?? Number.NaN));
    line(name, [
      of((each) => each.requestsPerSecond).toFixed(0),
      of((each) => each.p50Ms).toFixed(2),
      of((each) => each.p99Ms).toFixed(2),
      of((each) => each.cpuPerRequestMicroseconds).toFixed(0),
    ]);
  }
}

function reportRatio(name: string, one: Row | undefined, other: Row | undefined, target?: number): void {
  const [ours = [], theirs = []] = [one, other].map(
    (row) => row?.measurements.map((each) => each.requestsPerSecond) ?? [],
  );
  const ratio = median(ours) / median(theirs);
  const ratios = ours.map((each, round) => each / (theirs[round] ?? Number.NaN));
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)];
  const verdict =
    target === undefined
      ? ""
      : `, target ${target.toFixed(2)}: ${ratio >= target ? "reached" : "not reached"}`;
  console.log(
    `  ${name} ${ratio.toFixed(2)} (rounds ${lowest.toFixed(2)} to ${highest.toFixed(2)})${verdict}`,
  );
  if (highest > lowest * 1.5) {
    console.log("  The rounds differ too much to be trusted: something else was running. Run it again.");
  }
}

/** Servers that respond differently can't be compared. */
async function requireSameAnswer(api: Server, bare: Server, { path, headers = {} }: Load): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [api, bare].map(async ({ url }) => (await fetch(url + path, { headers })).json()),
  );
  if (!isDeepStrictEqual(ours, theirs)) {
    throw new Error(`GET ${path} differs:\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`);
  }
}

async function requireSameLength(
  api: Server,
  apiPath: string,
  bare: Server,
  barePath: string,
  headers: Record<string, string>,
): Promise<void> {
  const lists = await Promise.all(
    [api.url + apiPath, bare.url + barePath].map(
      async (url) => (await (await fetch(url, { headers })).json()) as unknown[],
    ),
  );
  const [ours, theirs] = lists.map((list) => list.length);
  if (ours === undefined || ours !== theirs) {
    throw new Error(`GET ${apiPath} returns ${ours} rows, and the bare handler ${theirs}`);
  }
}

function readSections(names: readonly string[]): readonly Section[] {
  const wanted = sections.filter((section) => names.includes(section));
  if (wanted.length < names.length) {
    throw new Error(`the sections are ${sections.join(", ")}`);
  }
  return names.length === 0 ? sections : wanted;
}

await runBench((cleanUp) => main(cleanUp, readSections(process.argv.slice(2))));
