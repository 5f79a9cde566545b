import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { startRegistry } from "@zonepost/registry";
import postgres from "postgres";
import { cpuMicroseconds, median } from "./measure.ts";
import { answering, finished, freePort, runBench, say, spawnNode, stop } from "./processes.ts";
import { seed } from "./seed.ts";

// Orders with a saved card, next to bare charges at the same processor; see README.md.

const levels = [1, 4, 16];
const rounds = 3;
const roundMs = 4_000;
const slowOrders = 20;
const sampleIntervalMs = 10;
/** Another checkout with the same migrations, whose API takes turns with ours. */
const { beside } = parseArgs({ options: { beside: { type: "string" } } }).values;

const secrets = {
  STRIPE_SECRET_KEY: `sk_test_${randomBytes(12).toString("hex")}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(12).toString("hex")}`,
  CARDS_CONTROL_SECRET: randomBytes(12).toString("hex"),
};

async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  chmodSync(folder, 0o711);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));

  say("starting PostgreSQL, the registry, the card processor and the API");
  const database = await startEmbeddedServer({
    dataDir: path.join(folder, "data"),
    settings: { fsync: "off" },
  });
  cleanUp.defer(() => database.stop());
  const authSecret = randomBytes(32).toString("base64");
  const environment = {
    ...process.env,
    ...secrets,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    AUTH_SECRET: authSecret,
  };
  await finished(spawnNode("../packages/db/src/entry/migrate.ts", environment));
  const { cookie } = await seed(database.url, authSecret);
  const account = { clientId: "zonepost", password: "bench-password" };
  const meter = createMeter();
  const registry = await startRegistry({
    databaseUrl: database.url,
    ...account,
    log: (entry) => entry.event === "command" && meter.add("registry", entry.durationMs),
  });
  cleanUp.defer(() => registry.close());
  const certificateFile = path.join(folder, "registry.pem");
  writeFileSync(certificateFile, registry.certificatePem);
  const [apiPort, measuredPort, cardsPort] = [await freePort(), await freePort(), await freePort()];
  const cards = spawnNode("../sandbox/cards/src/entry/cards.ts", {
    ...environment,
    CARDS_PORT: String(cardsPort),
    CARDS_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/inbound/stripe`,
  });
  cleanUp.defer(() => stop(cards));
  await once(cards, "message");
  const processorUrl = `http://127.0.0.1:${cardsPort}`;
  const meteredUrl = await startMeteredProxy(cleanUp, processorUrl, meter);

  const ownEntry = "../apps/api/src/entry/server.ts";
  const startServer = async (port: number, apiBase: string, entry = ownEntry) => {
    const child = spawnNode(entry, {
      ...environment,
      API_PORT: String(port),
      ZONEPOST_MODE: "sandbox",
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      RATE_LIMIT_PER_MINUTE: "100000000",
      WORKSPACE_RATE_LIMIT_PER_MINUTE: "100000000",
      STRIPE_API_BASE: apiBase,
      EPP_PORT: String(registry.port),
      EPP_CLIENT_ID: account.clientId,
      EPP_PASSWORD: account.password,
      EPP_CA_FILE: certificateFile,
    });
    cleanUp.defer(() => stop(child));
    const server = { name: "Zonepost API", url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
    await answering(server, child, cookie);
    return server;
  };
  const api = await startServer(apiPort, processorUrl);
  const measured = await startServer(measuredPort, meteredUrl);
  const other =
    beside === undefined
      ? undefined
      : await startServer(
          await freePort(),
          processorUrl,
          pathToFileURL(path.resolve(beside, "apps/api/src/entry/server.ts")).href,
        );
  const sql = postgres(database.url, { max: 2, connection: { application_name: "bench" } });
  cleanUp.defer(() => sql.end());

  const contactId = await settleIn(api.url, cookie);
  const order = (url: string) => orderAt({ url, cookie, contactId });
  const charge = await chargeAt(processorUrl, sql);
  await benchLevels(charge, order(api.url), other && order(other.url));
  await benchPhases(order(measured.url), meter, {
    "card processor": cards.pid ?? 0,
    API: measured.pid,
    PostgreSQL: sql,
  });
  await benchSlowCharges(sql, order(api.url), { url: api.url, cookie });
}

type Send = () => Promise<void>;

/** A contact and a saved card for the seeded workspace. Returns the id of the contact. */
async function settleIn(url: string, cookie: string): Promise<string> {
  await postJson(url, cookie, "/sandbox/payment-methods", { number: "4242424242424242", default: true });
  const contact = await postJson(url, cookie, "/contacts", {
    name: "Dana Meier",
    email: "dana@example.com",
    phone: "+4930123456",
    street: ["Linienstraße 12"],
    city: "Berlin",
    postalCode: "10178",
    countryCode: "DE",
  });
  return contact.id;
}

async function postJson(
  url: string,
  cookie: string,
  route: string,
  body: object,
): Promise<{ id: string; state: string }> {
  const answer = await fetch(`${url}${route}`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as { id: string; state: string };
  if (answer.status !== 201) {
    throw new Error(`${route} answered ${answer.status}: ${JSON.stringify(json)}`);
  }
  return json;
}

/** Registers a new domain, paid with the saved card. */
const orderAt =
  ({ url, cookie, contactId }: { url: string; cookie: string; contactId: string }): Send =>
  async () => {
    const name = `bench-${randomBytes(8).toString("hex")}.com`;
    const line = { kind: "registration", name, contacts: { registrantId: contactId } };
    const { state } = await postJson(url, cookie, "/orders", { lines: [line] });
    if (state !== "completed") {
      throw new Error(`an order is ${state}`);
    }
  };

/** The two requests that charge a saved card, sent to the processor and to nothing else. */
async function chargeAt(url: string, sql: postgres.Sql): Promise<Send> {
  const [card] = await sql<{ customer: string; method: string }[]>`
    select c.processor_id as customer, m.processor_id as method
    from payment_methods m join payment_customers c using (workspace_id)`;
  const post = async (
    route: string,
    form: Record<string, string>,
  ): Promise<{ id: string; status: string }> => {
    const answer = await fetch(`${url}/v1/${route}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secrets.STRIPE_SECRET_KEY}`, "idempotency-key": randomUUID() },
      body: new URLSearchParams(form),
    });
    return (await answer.json()) as { id: string; status: string };
  };
  return async () => {
    const { id } = await post("payment_intents", {
      amount: "1188",
      currency: "eur",
      customer: card?.customer ?? "",
      payment_method: card?.method ?? "",
      "payment_method_types[0]": "card",
    });
    const { status } = await post(`payment_intents/${id}/confirm`, {
      "expand[0]": "latest_charge",
      return_url: "http://localhost:3000/payments",
    });
    if (status !== "succeeded") {
      throw new Error(`a charge is ${status}`);
    }
  };
}

type Taken = { perSecond: number; responseTimesMs: number[] };

/** Sends one request after the other on each of some connections, until the time is over. */
async function sendFor(durationMs: number, parallel: number, send: Send): Promise<Taken> {
  const responseTimesMs: number[] = [];
  const startedAt = performance.now();
  const connection = async () => {
    while (performance.now() - startedAt < durationMs) {
      const sentAt = performance.now();
      await send();
      responseTimesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: parallel }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: responseTimesMs.length / seconds, responseTimesMs };
}

const line = (name: string, cells: string[]) =>
  console.log(`  ${name.padEnd(30)}${cells.map((cell) => cell.padStart(14)).join("")}`);

async function benchLevels(charge: Send, order: Send, besideOrder: Send | undefined): Promise<void> {
  console.log(
    `\nOrders with a saved card next to bare charges, medians of ${rounds} rounds of ${roundMs / 1000} s`,
  );
  const besideColumns = besideOrder ? ["beside: orders/s", "times"] : [];
  line("at the same time", ["charges/s", "orders/s", "ratio", "order p50 ms", "p99 ms", ...besideColumns]);
  for (const send of [charge, order, ...(besideOrder ? [besideOrder] : [])]) {
    await sendFor(roundMs, 4, send);
  }
  for (const parallel of levels) {
    const charges: number[] = [];
    const orders: number[] = [];
    const besideOrders: number[] = [];
    const responseTimesMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const measureBeside = async () => {
        if (besideOrder) {
          besideOrders.push((await sendFor(roundMs, parallel, besideOrder)).perSecond);
        }
      };
      const measureCharges = async () => charges.push((await sendFor(roundMs, parallel, charge)).perSecond);
      const measureOrders = async () => {
        const taken = await sendFor(roundMs, parallel, order);
        orders.push(taken.perSecond);
        responseTimesMs.push(...taken.responseTimesMs);
      };
      const steps = [measureCharges, measureOrders, measureBeside];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) {
        await step();
      }
    }
    const [chargeRate, orderRate] = [median(charges), median(orders)];
    line(String(parallel), [
      chargeRate.toFixed(1),
      orderRate.toFixed(1),
      (orderRate / chargeRate).toFixed(2),
      median(responseTimesMs).toFixed(1),
      percentile99(responseTimesMs).toFixed(1),
      ...(besideOrder
        ? [median(besideOrders).toFixed(1), (orderRate / median(besideOrders)).toFixed(2)]
        : []),
    ]);
  }
}

function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

type Meter = ReturnType<typeof createMeter>;

/** Adds up the time that others have worked on our requests. */
function createMeter() {
  const totals = new Map<string, { count: number; ms: number }>();
  return {
    add(name: string, ms: number): void {
      const { count, ms: before } = totals.get(name) ?? { count: 0, ms: 0 };
      totals.set(name, { count: count + 1, ms: before + ms });
    },
    clear: () => totals.clear(),
    entries: () => [...totals],
  };
}

/** Passes requests on to the processor, and measures each from its arrival to the end of the response. */
async function startMeteredProxy(
  cleanUp: AsyncDisposableStack,
  processorUrl: string,
  meter: Meter,
): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const arrivedAt = performance.now();
    const passed = request(`${processorUrl}${url}`, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.once("end", () => meter.add(phaseOf(method, url), performance.now() - arrivedAt));
    });
    passed.once("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp.defer(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function phaseOf(method: string | undefined, url: string): string {
  if (method === "POST" && url === "/v1/payment_intents") {
    return "processor: create the intent";
  }
  return method === "POST" && url.endsWith("/confirm") ? "processor: confirm it" : `processor: ${method}`;
}

/** One order after the other, so that no time is spent in a queue. */
async function benchPhases(
  order: Send,
  meter: Meter,
  consumers: Record<string, number | postgres.Sql>,
): Promise<void> {
  await sendFor(roundMs, 1, order);
  meter.clear();
  const cpuBefore = await readCpu(consumers);
  const { responseTimesMs } = await sendFor(2 * roundMs, 1, order);
  const cpuAfter = await readCpu(consumers);
  const count = responseTimesMs.length;
  const totalMs = responseTimesMs.reduce((sum, ms) => sum + ms, 0);
  console.log(`\nWhere the time goes, ${count} orders, one after the other`);
  line("", ["requests", "ms an order", "share"]);
  const others = meter.entries();
  const ownMs = totalMs - others.reduce((sum, [, { ms }]) => sum + ms, 0);
  for (const [name, { count: requests, ms }] of [
    ...others,
    ["API and its database queries", { count, ms: ownMs }] as const,
  ]) {
    line(name, [
      (requests / count).toFixed(1),
      (ms / count).toFixed(1),
      `${((ms / totalMs) * 100).toFixed(0)} %`,
    ]);
  }
  line("", ["CPU ms an order"]);
  for (const name of Object.keys(consumers)) {
    line(name, [(((cpuAfter[name] ?? 0) - (cpuBefore[name] ?? 0)) / count / 1000).toFixed(1)]);
  }
}

async function readCpu(consumers: Record<string, number | postgres.Sql>): Promise<Record<string, number>> {
  const read: Record<string, number> = {};
  for (const [name, consumer] of Object.entries(consumers)) {
    const pids =
      typeof consumer === "number"
        ? [consumer]
        : (
            await consumer<{ pid: number }[]>`
              select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
          ).map(({ pid }) => pid);
    read[name] = pids.reduce((sum, pid) => sum + (cpuMicroseconds(pid) ?? Number.NaN), 0);
  }
  return read;
}

/** Orders whose charges each take five seconds, with the transactions that the API has open meanwhile. */
async function benchSlowCharges(
  sql: postgres.Sql,
  order: Send,
  { url, cookie }: { url: string; cookie: string },
): Promise<void> {
  await sql`insert into cards.trouble (kind, times) values ('slow', ${slowOrders})`;
  let isOver = false;
  let [samples, idleMs, longestMs] = [0, 0, 0];
  const watching = (async () => {
    while (!isOver) {
      const [seen] = await sql<{ idleMs: number; longestMs: number }[]>`
        select
          coalesce(max(extract(epoch from clock_timestamp() - state_change)) filter (
            where state like 'idle in transaction%') * 1000, 0)::float as "idleMs",
          coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float as "longestMs"
        from pg_stat_activity where application_name like 'zonepost-api%' and xact_start is not null`;
      samples += 1;
      idleMs = Math.max(idleMs, seen?.idleMs ?? 0);
      longestMs = Math.max(longestMs, seen?.longestMs ?? 0);
      await delay(sampleIntervalMs);
    }
  })();
  const startedAt = performance.now();
  const ordering = Promise.all(Array.from({ length: slowOrders }, order)).finally(() => {
    isOver = true;
  });
  await delay(1_000);
  const reads = await sendFor(2_000, 4, async () => {
    const answer = await fetch(`${url}/domains/mine?limit=20`, { headers: { cookie } });
    await answer.arrayBuffer();
  });
  await Promise.all([ordering, watching]);
  console.log(`\n${slowOrders} orders at the same time, each charge takes 5 s`);
  line("all answered after", [`${((performance.now() - startedAt) / 1000).toFixed(1)} s`]);
  line("looks at open transactions", [String(samples)]);
  line("longest idle in transaction", [`${idleMs.toFixed(0)} ms`]);
  line("longest transaction", [`${longestMs.toFixed(0)} ms`]);
  line("reads by others: p50, p99", [
    `${median(reads.responseTimesMs).toFixed(1)} ms`,
    `${percentile99(reads.responseTimesMs).toFixed(1)} ms`,
  ]);
}

await runBench(main);
