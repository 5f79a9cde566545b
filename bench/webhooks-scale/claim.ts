import { createDb, withPreparedStatements } from "@zonepost/db";
import { say } from "../processes.ts";
import { analyzeLoaded, emptyQueue, enqueue, enqueueMillion, type Place, p50, p99 } from "./place.ts";
import { claimDeliveries, completeDeliveries, noProgress } from "./product.mjs";
import type { Targets } from "./targets.ts";

// The worker's claim in four cases. What was claimed is recorded as delivered before the next claim, but not timed.

const warmUpClaims = 50;
const limit = 100;

type Case = { name: string; claims: number; perEndpoint: number; expected: number };

export async function measureClaims(place: Place, targets: Targets): Promise<void> {
  console.log("\nclaim: the next deliveries, with the history above");
  await emptyQueue(place);
  // As the delivery loop's own connections.
  const own = createDb(place.databaseUrl, { maxConnections: 4, plansOnce: true });
  place.cleanUp.defer(() => own.close());
  const worker = { ...place, db: withPreparedStatements(own) };
  await measureCase(worker, targets, { name: "nothing due", claims: 500, perEndpoint: 8, expected: 0 });
  say("  one delivery for each of 50,000 endpoints");
  await enqueue(place, "ordinary", place.endpoints.ordinary.length);
  await analyzeLoaded(place);
  await measureCase(worker, targets, {
    name: "50,000 endpoints due",
    claims: 400,
    perEndpoint: 8,
    expected: limit,
  });
  say("  a million deliveries for one endpoint");
  await enqueueMillion(place);
  await measureCase(worker, targets, {
    name: "1,000,000 due of one endpoint, 8 in flight",
    claims: 500,
    perEndpoint: 8,
    expected: 8,
  });
  await measureCase(worker, targets, {
    name: "1,000,000 due of one endpoint, 100 in flight",
    claims: 500,
    perEndpoint: 100,
    expected: 100,
  });
}

async function measureCase(
  { ctx, db }: Place,
  targets: Targets,
  { name, claims, perEndpoint, expected }: Case,
): Promise<void> {
  const worker = { ...ctx, db };
  const none = new Map<string, number>();
  let progress = noProgress;
  const claimMs: number[] = [];
  const completeMs: number[] = [];
  let claimedCount = 0;
  for (let index = -warmUpClaims; index < claims; index += 1) {
    const startedAt = performance.now();
    const claim = await claimDeliveries(worker, {
      now: new Date(),
      limit,
      progress,
      inFlight: { endpoint: none, workspace: none, host: none },
      inFlightLimits: { perEndpoint, perWorkspace: 256, perHost: 256 },
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
    if (index >= 0) {
      claimMs.push(claimedAt - startedAt);
      completeMs.push(performance.now() - claimedAt);
    }
  }
  // One of the newest events may belong to an endpoint whose turn it is.
  const claimedEach = claimedCount / (claims + warmUpClaims);
  if (Math.abs(claimedEach - expected) > expected / 100) {
    throw new Error(`${name}: claimed ${claimedEach} deliveries at a time instead of ${expected}`);
  }
  const [claimed, completed] = [claimMs, completeMs].map((each) => Float64Array.from(each).sort()) as [
    Float64Array,
    Float64Array,
  ];
  console.log(
    `  ${name}: p50 ${p50(claimed).toFixed(2)} ms, slowest ${claimed.at(-1)?.toFixed(1)} ms; recording p50 ${p50(completed).toFixed(2)} ms`,
  );
  targets.atMost(`claim p99, ${name}`, p99(claimed), 5);
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
