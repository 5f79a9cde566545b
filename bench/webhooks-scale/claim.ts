import { createDb, withPreparedStatements } from "@zonepost/db";
import { median } from "../measure.ts";
import { say } from "../processes.ts";
import { emptyQueue, enqueue, enqueueMillion, type Place, p50, p99, settleLoaded } from "./place.ts";
import { claimDeliveries, completeDeliveries, noProgress } from "./product.mjs";
import type { Targets } from "./targets.ts";

// The worker's claim in four cases. What was claimed is recorded as delivered before the next claim, but not timed. After
// it, PostgreSQL computes something that always takes as long: what is slow then too is the machine.

const limit = 100;

const rounds = 5;
/** About 3 ms, without reading or writing a table. */
const fixedRows = 25_000;

type Case = {
  name: string;
  /** Not timed: after a checkpoint, the first change of each page writes the whole page to the log. */
  warmUpClaims: number;
  claims: number;
  perEndpoint: number;
  expected: number;
  /** Before each round. */
  load: () => Promise<void>;
};

export async function measureClaims(place: Place, targets: Targets): Promise<void> {
  console.log("\nclaim: the next deliveries, with the history above");
  await emptyQueue(place);
  // As the delivery loop's own connections.
  const own = createDb(place.databaseUrl, { maxConnections: 4, plansOnce: true });
  place.cleanUp.defer(() => own.close());
  const worker = { ...place, db: withPreparedStatements(own) };
  const cases: Case[] = [
    { name: "nothing due", warmUpClaims: 50, claims: 500, perEndpoint: 8, expected: 0, load: async () => {} },
    {
      name: "50,000 endpoints due",
      warmUpClaims: 50,
      claims: 400,
      perEndpoint: 8,
      expected: limit,
      load: async () => {
        await emptyQueue(place);
        await enqueue(place, "ordinary", place.endpoints.ordinary.length);
        await settleLoaded(place);
      },
    },
    ...[8, 100].map((perEndpoint) => ({
      name: `1,000,000 due of one endpoint, ${perEndpoint} in flight`,
      warmUpClaims: 250,
      claims: 750,
      perEndpoint,
      expected: perEndpoint,
      load: () => enqueueMillion(place),
    })),
  ];
  for (const each of cases) {
    await measureCase(worker, targets, each);
  }
}

async function measureCase(worker: Place, targets: Targets, each: Case): Promise<void> {
  say(`  ${each.name}`);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await each.load();
    measured.push(await measureRound(worker, each));
  }
  const all = (read: (round: Round) => number) => measured.map((round) => read(round).toFixed(2)).join(", ");
  console.log(
    `  ${rounds} rounds: p50 ${all(({ claimed }) => p50(claimed))}, p99 ${all(({ claimed }) => p99(claimed))}, slowest ${all(({ claimed }) => claimed.at(-1) ?? Number.NaN)}; fixed work p50 ${all(({ fixed }) => p50(fixed))}, p99 ${all(({ fixed }) => p99(fixed))}; recording p50 ${all(({ completed }) => p50(completed))} ms`,
  );
  targets.atMost(`claim p99, ${each.name}, median`, median(measured.map(({ claimed }) => p99(claimed))), 5);
}

/** Milliseconds, sorted. */
type Round = { claimed: Float64Array; completed: Float64Array; fixed: Float64Array };

async function measureRound(
  { ctx, db, sql }: Place,
  { name, warmUpClaims, claims, perEndpoint, expected }: Case,
): Promise<Round> {
  const worker = { ...ctx, db };
  const none = new Map<string, number>();
  let progress = noProgress;
  const claimMs: number[] = [];
  const completeMs: number[] = [];
  const fixedMs: number[] = [];
  let claimedCount = 0;
  for (let index = -warmUpClaims; index < claims; index += 1) {
    const startedAt = performance.now();
    const claim = await claimDeliveries(worker, {
      now: new Date(),
      limit,
      progress,
      inFlight: { endpoint: none, workspace: none, host: none },
      // As the worker has, or as many as are to be claimed.
      inFlightLimits: { perEndpoint, perWorkspace: Math.max(64, perEndpoint), perHost: 128 },
      leaseSeconds: 60,
      probeHoldMs: 17_000,
    });
    const claimedAt = performance.now();
    ({ progress } = claim);
    claimedCount += claim.deliveries.length;
    await completeDeliveries(
      worker,
      claim.deliveries.map((delivery) => ({ claim: delivery, outcome: delivered() })),
    );
    const completedAt = performance.now();
    await sql`select count(*) from generate_series(1, ${fixedRows}::int)`;
    if (index >= 0) {
      claimMs.push(claimedAt - startedAt);
      completeMs.push(completedAt - claimedAt);
      fixedMs.push(performance.now() - completedAt);
    }
  }
  // One of the newest events may belong to an endpoint whose turn it is.
  const claimedEach = claimedCount / (claims + warmUpClaims);
  if (Math.abs(claimedEach - expected) > expected / 100) {
    throw new Error(`${name}: claimed ${claimedEach} deliveries at a time instead of ${expected}`);
  }
  const [claimed, completed, fixed] = [claimMs, completeMs, fixedMs].map((each) =>
    Float64Array.from(each).sort(),
  ) as [Float64Array, Float64Array, Float64Array];
  return { claimed, completed, fixed };
}

const delivered = () => ({
  kind: "attempted",
  endedAt: new Date(),
  random: 0,
  statusCode: 204,
  error: undefined,
  errorStage: undefined,
  durationMs: 20,
  request: '{"url":"https://hooks.example.com/zonepost","headers":{}}',
  responseHeaders: "{}",
  responseBody: null,
  retryAfterMs: 0,
  isGone: false,
});
