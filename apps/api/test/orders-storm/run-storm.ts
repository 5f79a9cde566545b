import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type TroubleKind, testCardNumbers } from "@zonepost/cards";
import { Agent } from "undici";
import { wakeWorkers } from "../../src/kernel/due-work/wake.ts";
import { dayMs, hourMs } from "../../src/kernel/durations.ts";
import { createClient } from "../support/client.ts";
import { waitUntilReconciled } from "../support/payments/reconciled.ts";
import { type Api, password, startApi } from "../support/start-api.ts";
import { type Books, readBooks } from "./books.ts";
import { type Customer, createCustomer } from "./customer.ts";
import { type Placed, runAftermath, runJourney } from "./journeys.ts";
import { createProcesses, freePort, type Processes, type ProcessName, stormSecrets } from "./processes.ts";
import { createRandom, type Random } from "./random.ts";

/** With 19 % tax, and the registry's costs as prices. */
const priceListFile = fileURLToPath(new URL("../support/taxed-price-list.json", import.meta.url));

type Options = {
  seed: number;
  orders: number;
  customers: number;
  /** In the order in which they happen. */
  kills: readonly ProcessName[];
  /** Charges that take five seconds. */
  slowCharges: number;
};

const parallelJourneys = 8;
const idleWithinMs = 600_000;
const pollsPerWake = 5;

/**
 * Customers order, pay and refund while both sides fail and processes are killed. Then the clock moves past all
 * deadlines. Returns what everyone has written down.
 */
export async function runStorm(options: Options): Promise<Books> {
  process.stdout.write(`STORM_SEED=${options.seed}\n`);
  const ports = { api: await freePort(), cards: await freePort() };
  await using api = await startApi({
    env: {
      ...stormSecrets,
      STRIPE_API_BASE: `http://127.0.0.1:${ports.cards}`,
      PRICE_LIST_FILE: priceListFile,
    },
  });
  const processes = createProcesses(api, ports);
  const agent = new Agent({ connections: 40 });
  try {
    await Promise.all((["cards", "api", "worker"] as const).map(processes.start));
    const random = createRandom(options.seed);
    const send = createClient({ port: ports.api, agent });
    const customers: Customer[] = [];
    for (let index = 0; index < options.customers; index += 1) {
      customers.push(await createCustomer(api, send));
    }
    const placed = await placeOrders(api, processes, { ...options, random, customers });
    await killWorker(api, processes);
    await passDeadlines(api);
    await waitUntilReconciled(api);
    const log = processes.log();
    const secrets = [...Object.values(stormSecrets), ...secretsOf(api), ...numbersAsWritten];
    return await readBooks(api, { placed, leaked: secrets.filter((secret) => log.includes(secret)) });
  } finally {
    await agent.destroy();
    await processes.stopAll();
  }
}

const secretsOf = ({ env }: Api) => [env.AUTH_SECRET, env.ENCRYPTION_KEY, env.EPP_PASSWORD ?? "", password];
const numbersAsWritten = testCardNumbers.flatMap((number) => [
  number,
  number.replace(/(\d{4})(?=\d)/g, "$1 "),
]);

type Storm = Omit<Options, "customers"> & { random: Random; customers: readonly Customer[] };

async function placeOrders(api: Api, processes: Processes, storm: Storm): Promise<Placed[]> {
  const { random, orders, customers, kills } = storm;
  const total = 2 * orders;
  let begun = 0;
  const hasBegun = async (count: number) => {
    while (begun < count) {
      await delay(10);
    }
  };
  const killing = (async () => {
    for (const [index, name] of kills.entries()) {
      await hasBegun(Math.ceil((total * (index + 0.5)) / kills.length));
      await delay(random.below(200));
      await processes.kill(name);
      await endLeasesOf(api, name);
      await processes.start(name);
    }
  })();
  const inParallel = async <Value>(count: number, work: (index: number) => Promise<Value>) => {
    const results: Value[] = [];
    let next = 0;
    const takeNext = async () => {
      while (next < count) {
        const index = next++;
        begun += 1;
        await makeTrouble(api, storm, index);
        results.push(await work(index));
      }
    };
    await Promise.all(Array.from({ length: parallelJourneys }, takeNext));
    return results;
  };
  const storming = (async () => {
    const placed = await inParallel(orders, (index) => runJourney(index, random.pick(customers), random));
    const waiting = [...placed];
    await inParallel(orders, () => runAftermath(waiting.pop() as Placed, random));
    return placed;
  })();
  const [placed] = await Promise.all([storming, killing]);
  return placed;
}

const noticeTroubles = ["notices_delayed", "notices_doubled", "notices_shuffled", "notices_lost"] as const;
const registryFaults = [
  { kind: "drop_before" },
  { kind: "drop_after_write" },
  { kind: "answer", code: 2400 },
  { kind: "slow", delayMs: 300 },
] as const;

/** Stored directly, since the processor may be away. */
async function makeTrouble(api: Api, { random, orders, slowCharges }: Storm, index: number): Promise<void> {
  const add = (kind: TroubleKind, times = 1) =>
    api.sql`insert into cards.trouble (kind, times) values (${kind}, ${times})`;
  if (slowCharges > 0 && index % Math.ceil(orders / slowCharges) === 1) {
    await add("slow");
  }
  if (random.chance(0.2)) {
    await add(random.pick(["error_before", "error_after_charge"]));
  }
  if (random.chance(0.3)) {
    await add(random.pick(noticeTroubles), 1 + random.below(3));
  }
  if (random.chance(0.15)) {
    await api.registry.injectFault({ ...random.pick(registryFaults), command: "domain:create" });
  }
}

/** Leases last minutes of the wall clock; these belong to a process that is dead. */
async function endLeasesOf({ sql }: Api, name: ProcessName): Promise<void> {
  if (name === "api") {
    await sql`update idempotency_keys set lease_until = 'epoch' where status is null`;
  }
  if (name === "cards") {
    await sql`update cards.notices set leased_until = null`;
  }
}

/** Once all requests are answered, the worker is killed too: then every lease on work belongs to a dead process. */
async function killWorker({ sql }: Api, processes: Processes): Promise<void> {
  await processes.kill("worker");
  await sql`update order_lines set leased_until = null where leased_until is not null`;
  await sql`update domain_intents set leased_until = 'epoch' where leased_until is not null`;
  await sql`update domains set work_leased_until = null where work_leased_until is not null`;
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null))`;
  await processes.start("worker");
}

/** Each jump is like a worker that was away for so long: everything is due at once. */
const jumps = [2 * hourMs, 25 * hourMs, 21 * dayMs];

/** Past the day of unpaid orders and silent registries, and past every cooldown. */
async function passDeadlines(api: Api): Promise<void> {
  for (const jumpMs of jumps) {
    await api.sql`update business_clock set offset_ms = offset_ms + ${jumpMs}`;
    await waitUntilIdle(api);
  }
}

async function waitUntilIdle(api: Api): Promise<void> {
  const giveUpAt = performance.now() + idleWithinMs;
  for (let polls = 0; ; polls += 1) {
    // Each wakes every sweep of the worker.
    if (polls % pollsPerWake === 0) {
      await wakeWorkers(api.db, "clock");
    }
    await delay(200);
    const { busy } = (await api.call({ path: "/sandbox/clock" })).json;
    if (busy.length === 0) {
      return;
    }
    if (performance.now() > giveUpAt) {
      throw new Error(`still busy: ${busy.join(", ")}`);
    }
  }
}

/** `STORM_SEED` repeats the choices of an earlier storm. */
export const stormSeed = (): number => Number(process.env.STORM_SEED ?? Math.floor(Math.random() * 2 ** 32));
