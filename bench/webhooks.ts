import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { cpuMicroseconds, median, percentile } from "./measure.ts";
import { isReady, runBench, say, spawnNode, stop } from "./processes.ts";
import {
  type Contender,
  createGraphileWorker,
  createZonepost,
  eventBody,
  manyEndpoints,
  type Place,
} from "./webhooks/contenders.ts";
import { peakMegabytes, postgresCpuMicroseconds } from "./webhooks/cpu.ts";
import type { Emit, Emitted } from "./webhooks/emitter.ts";
import type { Expect, Report } from "./webhooks/receiver.ts";

// Deliveries per second, CPU time and latency, next to a job queue and to bare sending; see README.md.

/** `npm run bench:webhooks -- 2000 --rounds 5 --only burst,many,peer` measures only some, and `--only soak` the soak. */
const options = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    due: { type: "string", default: "1000000" },
    minutes: { type: "string", default: "15" },
  },
});
const rounds = Number(options.values.rounds);
const deliveriesPerRound = Number(options.positionals[0] ?? 20_000);
const only = new Set(options.values.only.split(",").filter(Boolean));
const sections = ["burst", "steady", "fairness", "soak"].filter((section) => only.has(section));
const isChosen = (name: string) => only.size === sections.length || only.has(name);
const isMeasured = (section: string) => sections.length === 0 || only.has(section);
const warmUpDeliveries = 1_000;
const eventsPerSecond = 200;
const latencySeconds = 10;
const latencyWarmUpEvents = 400;
const fairEvents = 500;
const fairEventsPerSecond = 20;

type Throughput = { perSecond: number; senderMs: number; databaseMs: number };
type Latency = {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  cpuMs: number;
  postgresMs: number;
  megabytes: number;
};
type Bench = {
  dataDir: string;
  receiver: ChildProcess;
  receiverUrl: string;
};

async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  chmodSync(folder, 0o711);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  say("starting PostgreSQL and the receiver");
  const dataDir = path.join(folder, "data");
  const database = await startEmbeddedServer({ dataDir });
  cleanUp.defer(() => database.stop());
  const receiver = spawnNode("webhooks/receiver.ts", process.env);
  cleanUp.defer(() => stop(receiver));
  const [ready] = (await once(receiver, "message")) as [Extract<Report, { type: "ready" }>];
  const receiverUrl = `http://127.0.0.1:${ready.port}`;
  const bench: Bench = { dataDir, receiver, receiverUrl };
  const place = { serverUrl: database.url, receiverUrl, cleanUp };

  const many = await createZonepost(place, { name: "zonepost, 50 endpoints", endpoints: manyEndpoints });
  const one = await createZonepost(place, { name: "zonepost, 1 endpoint", endpoints: 1 });
  const pair = await createZonepost(place, {
    name: "zonepost, 50 endpoints, 2 workers",
    endpoints: manyEndpoints,
    workers: 2,
  });
  const peer = await createGraphileWorker(place);
  const all = { many, one, pair, peer };
  const chosen = (names: (keyof typeof all)[]) => names.filter(isChosen).map((name) => all[name]);

  const bursts = isMeasured("burst") ? chosen(["many", "peer", "one"]) : [];
  const isBareMeasured = isMeasured("burst") && isChosen("bare");
  const inBurst = [...bursts.map(({ name }) => name), ...(isBareMeasured ? ["bare"] : [])];
  const lines = await inRounds(inBurst, async (name) => {
    const contender = bursts.find((each) => each.name === name);
    const measured = contender ? await runRound(bench, contender) : await runBare(bench);
    say(`  ${name}: ${Math.round(measured.perSecond)}/s`);
    return measured;
  });
  if (lines.size > 0) {
    console.log(`\n${deliveriesPerRound.toLocaleString("en")} deliveries, medians of ${rounds} rounds\n`);
    console.table(Object.fromEntries([...lines].map(([name, measured]) => [name, throughputRow(measured)])));
  }

  const steadily = isMeasured("steady") ? chosen(["many", "pair", "peer"]) : [];
  const latencies = await inRounds(steadily, async (contender) => {
    say(`  ${eventsPerSecond} events/s: ${contender.name}`);
    return await runLatency(bench, contender);
  });
  if (latencies.size > 0) {
    console.log(
      `\n${eventsPerSecond} events/s for ${latencySeconds} s, from commit to receiver, medians of ${rounds} rounds\n`,
    );
    console.table(
      Object.fromEntries([...latencies].map(([{ name }, measured]) => [name, latencyRow(measured)])),
    );
  }

  const fairness = isMeasured("fairness") ? await runFairness(bench, place) : undefined;
  if (fairness) {
    const { withoutMs, besideMs, noisyPerSecond } = fairness;
    console.log(
      `\nOthers' first attempts: p95 ${withoutMs.toFixed(1)} ms, beside ${options.values.due} due of one endpoint ${besideMs.toFixed(1)} ms, which gets ${Math.round(noisyPerSecond)}/s`,
    );
  }
  const memory = sections.includes("soak") ? await runSoak(bench, many) : undefined;

  const middle = (name: string, figure: (measured: Throughput) => number) =>
    median((lines.get(name) ?? []).map(figure));
  const speed = (name: string) => middle(name, ({ perSecond }) => perSecond);
  const cpu = (name: string) => middle(name, ({ senderMs, databaseMs }) => senderMs + databaseMs);
  const steady = (contender: Contender, figure: (latency: Latency) => number) =>
    median((latencies.get(contender) ?? []).map(figure));
  const steadyOverPeer = (figure: (latency: Latency) => number) =>
    steady(many, figure) / steady(peer, figure);
  const atLeast = (limit: number) => (value: number) => value >= limit;
  const atMost = (limit: number) => (value: number) => value <= limit;
  const targets: [target: string, value: number, isMet: (value: number) => boolean][] = [
    ["50 endpoints over graphile-worker: at least 0.8", speed(many.name) / speed(peer.name), atLeast(0.8)],
    ["1 endpoint over graphile-worker: at least 0.5", speed(one.name) / speed(peer.name), atLeast(0.5)],
    ["CPU of a delivery over graphile-worker: at most 1.5", cpu(many.name) / cpu(peer.name), atMost(1.5)],
    [
      "p50 at 200 events/s over graphile-worker: at most 1.5",
      steadyOverPeer(({ p50Ms }) => p50Ms),
      atMost(1.5),
    ],
    [
      "p99 at 200 events/s over graphile-worker: at most 1.5",
      steadyOverPeer(({ p99Ms }) => p99Ms),
      atMost(1.5),
    ],
    [
      "CPU at 200 events/s over graphile-worker: at most 1.5",
      steadyOverPeer(({ cpuMs }) => cpuMs),
      atMost(1.5),
    ],
    [
      "others' first attempts beside many due, over those without: at most 5",
      fairness ? fairness.besideMs / fairness.withoutMs : Number.NaN,
      atMost(5),
    ],
    ["memory in the last minute over minute 3: at most 1.1", memory ?? Number.NaN, atMost(1.1)],
  ];
  console.log("");
  const measured = targets.filter(([, value]) => !Number.isNaN(value));
  for (const [target, value, isMet] of measured) {
    console.log(`${isMet(value) ? "met   " : "MISSED"} ${target}: ${value.toFixed(2)}`);
  }
  console.log(`\nLoad of the machine, over a minute: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`);
  process.exitCode = measured.every(([, value, isMet]) => isMet(value)) ? 0 : 1;
}

async function startContender(contender: Contender, cleanUp: AsyncDisposableStack): Promise<ChildProcess[]> {
  const children = contender.start();
  for (const child of children) {
    cleanUp.defer(() => stop(child));
  }
  await Promise.all(children.map(isReady));
  return children;
}

/** Resolves with the receiver's report once `count` deliveries have arrived. */
async function expectDeliveries({ receiver }: Bench, count: number, keepsTimes = false) {
  const all = Promise.withResolvers<Extract<Report, { type: "all" }>>();
  const expecting = Promise.withResolvers<void>();
  const onMessage = (message: Report) => {
    if (message.type === "expecting") {
      expecting.resolve();
    } else if (message.type === "all") {
      receiver.off("message", onMessage);
      all.resolve(message);
    } else if (message.type === "repeated") {
      all.reject(new Error(`${message.id} was delivered twice`));
    }
  };
  receiver.on("message", onMessage);
  receiver.send({ type: "expect", count, keepsTimes } satisfies Expect);
  await expecting.promise;
  return { arrived: all.promise };
}

type CpuSample = { sender: number; database: number };

const sampleCpu = ({ dataDir }: Bench, children: readonly ChildProcess[]): CpuSample => ({
  sender: children.reduce((sum, { pid }) => sum + (cpuMicroseconds(pid ?? 0) ?? 0), 0),
  database: postgresCpuMicroseconds(dataDir),
});

/** From the commit of all deliveries until the last attempt is in the log. */
async function deliver(bench: Bench, contender: Contender, children: readonly ChildProcess[], count: number) {
  const loggedBefore = await contender.countLogged();
  const { arrived } = await expectDeliveries(bench, count);
  let before = sampleCpu(bench, children);
  let startedAt = 0;
  await contender.sql.begin(async (tx) => {
    await contender.enqueue(tx, count);
    before = sampleCpu(bench, children);
    startedAt = performance.now();
  });
  await arrived;
  while ((await contender.countLogged()) < loggedBefore + count) {
    await delay(10);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, before, after: sampleCpu(bench, children) };
}

async function runRound(bench: Bench, contender: Contender): Promise<Throughput> {
  await contender.reset();
  await using stack = new AsyncDisposableStack();
  const children = await startContender(contender, stack);
  await deliver(bench, contender, children, warmUpDeliveries);
  const { seconds, before, after } = await deliver(bench, contender, children, deliveriesPerRound);
  const each = (from: number, to: number) => (to - from) / deliveriesPerRound / 1000;
  return {
    perSecond: deliveriesPerRound / seconds,
    senderMs: each(before.sender, after.sender),
    databaseMs: each(before.database, after.database),
  };
}

async function runBare(bench: Bench): Promise<Throughput> {
  const child = spawnNode("webhooks/bare.ts", { ...process.env, RECEIVER_URL: bench.receiverUrl });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => stop(child));
  await isReady(child);
  const send = async (count: number) => {
    const { arrived } = await expectDeliveries(bench, count);
    const done = once(child, "message");
    child.send({ count, body: eventBody });
    await Promise.all([arrived, done]);
  };
  await send(warmUpDeliveries);
  const before = cpuMicroseconds(child.pid ?? 0) ?? 0;
  const startedAt = performance.now();
  await send(deliveriesPerRound);
  const seconds = (performance.now() - startedAt) / 1000;
  const senderMs = ((cpuMicroseconds(child.pid ?? 0) ?? 0) - before) / deliveriesPerRound / 1000;
  return { perSecond: deliveriesPerRound / seconds, senderMs, databaseMs: 0 };
}

type Sender = {
  children: ChildProcess[];
  emit: (count: number, perSecond?: number) => Promise<Float64Array>;
};

/** Starts a contender, and a process that emits events for it, one in each transaction. */
async function startEmitting(
  bench: Bench,
  contender: Contender,
  cleanUp: AsyncDisposableStack,
): Promise<Sender> {
  const children = await startContender(contender, cleanUp);
  const emitter = spawnNode("webhooks/emitter.ts", {
    ...process.env,
    DATABASE_URL: contender.databaseUrl,
    KIND: contender.kind,
  });
  cleanUp.defer(() => stop(emitter));
  await isReady(emitter);
  /** Resolves with the milliseconds from each commit to the arrival, sorted. */
  const emit = async (count: number, perSecond = eventsPerSecond) => {
    const { arrived } = await expectDeliveries(bench, count, true);
    const emitted = once(emitter, "message") as Promise<[Emitted]>;
    const { workspaceIds } = contender;
    emitter.send({ count, perSecond, body: eventBody, workspaceIds } satisfies Emit);
    const [[{ times: committed }], { times }] = await Promise.all([emitted, arrived]);
    const arrivedAtMs = new Map(times);
    // An arrival may precede the moment in which the emitter learns of its commit.
    return Float64Array.from(committed, ([id, atMs]) =>
      Math.max(0, (arrivedAtMs.get(id) ?? Number.NaN) - atMs),
    ).sort();
  };
  return { children, emit };
}

async function runLatency(bench: Bench, contender: Contender): Promise<Latency> {
  await contender.reset();
  await using stack = new AsyncDisposableStack();
  const { children, emit } = await startEmitting(bench, contender, stack);
  await emit(latencyWarmUpEvents);
  const before = sampleCpu(bench, children);
  const sorted = await emit(eventsPerSecond * latencySeconds);
  const after = sampleCpu(bench, children);
  const [sender, database] = [after.sender - before.sender, after.database - before.database];
  return {
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted.at(-1) ?? Number.NaN,
    cpuMs: (sender + database) / sorted.length / 1000,
    postgresMs: database / sorted.length / 1000,
    megabytes: Math.max(...children.map(({ pid }) => peakMegabytes(pid ?? 0))),
  };
}

/** First attempts of fifty other workspaces, without and then while one more has a million due. */
async function runFairness(bench: Bench, place: Place) {
  await using stack = new AsyncDisposableStack();
  const noisyReceiver = spawnNode("webhooks/receiver.ts", process.env);
  stack.defer(() => stop(noisyReceiver));
  const { port } = await isReady<Extract<Report, { type: "ready" }>>(noisyReceiver);
  const noisyUrl = `http://127.0.0.1:${port}`;
  const contender = await createZonepost(place, { name: "zonepost", endpoints: manyEndpoints, noisyUrl });
  const { emit } = await startEmitting(bench, contender, stack);
  await emit(fairEventsPerSecond * 3, fairEventsPerSecond);
  const without = await emit(fairEvents, fairEventsPerSecond);
  say(`  ${options.values.due} due of one endpoint`);
  await contender.sql.begin((tx) => contender.enqueue(tx, Number(options.values.due)));
  const countQueued = async () => {
    const [row] = await contender.sql<{ count: number }[]>`select count(*)::int as count from delivery_queue`;
    return row?.count ?? 0;
  };
  const before = await countQueued();
  const startedAt = performance.now();
  const beside = await emit(fairEvents, fairEventsPerSecond);
  const left = await countQueued();
  if (left === 0) {
    throw new Error("all was delivered before the end; more must be due");
  }
  const noisyPerSecond = ((before - left) * 1000) / (performance.now() - startedAt);
  return { withoutMs: percentile(without, 0.95), besideMs: percentile(beside, 0.95), noisyPerSecond };
}

/** The memory of a worker at 200 events a second: the last minute over the third, when all code paths have run. */
async function runSoak(bench: Bench, contender: Contender): Promise<number> {
  await contender.reset();
  await using stack = new AsyncDisposableStack();
  const { children, emit } = await startEmitting(bench, contender, stack);
  const megabytes: number[] = [];
  for (let minute = 1; minute <= Number(options.values.minutes); minute += 1) {
    const samples: number[] = [];
    const timer = setInterval(() => samples.push(residentMegabytes(children[0]?.pid ?? 0)), 500);
    const sorted = await emit(60 * eventsPerSecond);
    clearInterval(timer);
    megabytes.push(samples.reduce((sum, each) => sum + each, 0) / samples.length);
    say(
      `  minute ${minute}: ${megabytes.at(-1)?.toFixed(0)} MB; p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms`,
    );
  }
  return (megabytes.at(-1) ?? Number.NaN) / (megabytes[2] ?? megabytes[0] ?? Number.NaN);
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** Measures each of them in every round; the order alternates. */
async function inRounds<Each, Measured>(
  all: readonly Each[],
  measure: (each: Each) => Promise<Measured>,
): Promise<Map<Each, Measured[]>> {
  const measured = new Map<Each, Measured[]>();
  for (let round = 0; all.length > 0 && round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`);
    for (const each of round % 2 === 0 ? all : all.toReversed()) {
      measured.set(each, [...(measured.get(each) ?? []), await measure(each)]);
    }
  }
  return measured;
}

function latencyRow(all: readonly Latency[]) {
  const figures = (figure: (one: Latency) => number) => all.map(figure);
  const row = {
    "p50 ms": median(figures(({ p50Ms }) => p50Ms)),
    "p99 ms": median(figures(({ p99Ms }) => p99Ms)),
    "slowest ms": Math.max(...figures(({ maxMs }) => maxMs)),
    "CPU ms": median(figures(({ cpuMs }) => cpuMs)),
    "PostgreSQL ms": median(figures(({ postgresMs }) => postgresMs)),
    "peak MB": Math.max(...figures(({ megabytes }) => megabytes)),
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(2))]));
}

function throughputRow(all: readonly Throughput[]) {
  const middle = (figure: (one: Throughput) => number) => median(all.map(figure));
  const speeds = all.map(({ perSecond }) => Math.round(perSecond));
  return {
    "deliveries/s": Math.round(middle(({ perSecond }) => perSecond)),
    range: `${Math.min(...speeds)} to ${Math.max(...speeds)}`,
    "sender ms": Number(middle(({ senderMs }) => senderMs).toFixed(3)),
    "PostgreSQL ms": Number(middle(({ databaseMs }) => databaseMs).toFixed(3)),
    "CPU ms": Number(middle(({ senderMs, databaseMs }) => senderMs + databaseMs).toFixed(3)),
  };
}

await runBench(main);
