import { createDb, type Db } from "@zonepost/db";
import { type Endpoint, enqueueMillion, ownerOf, type Place, p50, p95, timeEach } from "./place.ts";
import { getHealth, listDeliveries, listMissedEvents, previewCatchUp, publicId } from "./product.mjs";
import type { Targets } from "./targets.ts";

// What the panel and the API read: the delivery log, an endpoint's chart, and what an endpoint has missed.

const calls = 100;
/** Of one endpoint, as many calls read the later pages too. */
const readers = 20;
const pages = 5;
const dayMs = 86_400_000;

const inPast = (fromDays: number, days: number) => {
  const since = Date.now() - fromDays * dayMs;
  return { since: new Date(since).toISOString(), until: new Date(since + days * dayMs).toISOString() };
};

const filters: Record<string, Record<string, unknown>> = {
  "no filter": {},
  succeeded: { status: "succeeded" },
  failed: { status: "failed" },
  skipped: { status: "skipped" },
  pending: { status: "pending" },
  type: { type: "domain.dnssec_enabled" },
  subject: { subject: "domain-7.com" },
  "an hour": inPast(10, 1 / 24),
  "two weeks": inPast(20, 14),
  "failed, of a type, in two weeks": { status: "failed", type: "domain.dnssec_enabled", ...inPast(20, 14) },
  "subject, succeeded": { subject: "domain-7.com", status: "succeeded" },
  "subject, failed": { subject: "domain-7.com", status: "failed" },
  "type, succeeded": { type: "domain.transferred", status: "succeeded" },
  "type, pending": { type: "domain.transferred", status: "pending" },
  "subject, pending": { subject: "domain-7.com", status: "pending" },
  "succeeded, in two weeks": { status: "succeeded", ...inPast(20, 14) },
};
const succeeded = ["succeeded", "type, succeeded"];

export async function measureLog(place: Place, targets: Targets): Promise<void> {
  console.log("\nlog: pages of 100 rows");
  await enqueueMillion(place);
  await place.sql`vacuum (analyze) deliveries`;
  const { ordinary, busy, inactive, noisy } = place.endpoints;
  const some = Array.from({ length: calls }, (_, index) => ordinary[index * 499] as Endpoint);
  await measurePages(place, targets, "50,000 endpoints", some);
  await measurePages(place, targets, "an endpoint with a million", busy);
  await measurePages(place, targets, "an endpoint that skipped a million", inactive);
  const others = Object.keys(filters).filter((filter) => !succeeded.includes(filter));
  await measurePages(place, targets, "an endpoint with a million due", noisy, others);
  await measurePages(place, targets, "what succeeded before a million due", noisy, succeeded);

  console.log("\nlog: the chart of 24 hours, and what was missed");
  const [skipping] = inactive as [Endpoint];
  const chart = async (name: string, of: (index: number) => Endpoint) => {
    const taken = await timeEach(calls, (index) => getHealth(ownerOf(place, of(index)), idOf(of(index))));
    targets.atMost(`chart p95, ${name}`, p95(taken), 20);
  };
  await chart("50,000 endpoints", (index) => some[index] as Endpoint);
  await chart("an endpoint with a million", () => busy[0] as Endpoint);
  await chart("an endpoint with a million due", () => noisy[0] as Endpoint);
  const owner = ownerOf(place, skipping);
  const banner = await timeEach(20, () => listMissedEvents(owner));
  targets.atMost("count of the banner p95, a million missed", p95(banner), 20);
  const catchUp = { since: new Date(Date.now() - 40 * dayMs).toISOString() };
  const preview = await timeEach(5, () => previewCatchUp(owner, { ...idOf(skipping), catchUp }));
  targets.atMost("count of a catch-up p50, a million missed", p50(preview), 200);
}

function connect({ databaseUrl }: Place): Db & AsyncDisposable {
  const db = createDb(databaseUrl, { maxConnections: 1, applicationName: "bench", statementTimeoutMs: 0 });
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
}

const idOf = ({ endpointId }: Endpoint) => ({ id: publicId("whe", endpointId) });

/** Each filter over a new connection, since PostgreSQL plans a prepared query for its values the first five times. */
async function measurePages(
  place: Place,
  targets: Targets,
  name: string,
  endpoints: readonly Endpoint[],
  some = Object.keys(filters),
): Promise<void> {
  let slowest = { filter: "", ms: 0 };
  for (const filter of some) {
    const query = filters[filter];
    const first: number[] = [];
    const later: number[] = [];
    await using db = connect(place);
    for (let index = -1; index < calls; index += 1) {
      const endpoint = endpoints[Math.max(index, 0) % endpoints.length] as Endpoint;
      const pagesRead = endpoints.length === 1 && index >= readers ? 1 : pages;
      let cursor: string | null | undefined;
      for (let page = 0; page < pagesRead && cursor !== null; page += 1) {
        const asked = { limit: 100, ...query, ...(cursor ? { cursor } : {}) };
        const startedAt = performance.now();
        const found = await listDeliveries({ ...ownerOf(place, endpoint), db }, idOf(endpoint), asked);
        if (index >= 0) {
          (page === 0 ? first : later).push(performance.now() - startedAt);
        }
        cursor = found.nextCursor;
      }
    }
    const [firstMs, laterMs] = [first, later].map((each) => p95(Float64Array.from(each).sort())) as [
      number,
      number,
    ];
    const laterText = later.length === 0 ? "none" : `${laterMs.toFixed(1)} ms`;
    console.log(`  ${name}, ${filter}: first page p95 ${firstMs.toFixed(1)} ms, later pages ${laterText}`);
    for (const ms of later.length === 0 ? [firstMs] : [firstMs, laterMs]) {
      slowest = ms > slowest.ms ? { filter, ms } : slowest;
    }
  }
  targets.atMost(`slowest page p95, ${name} (${slowest.filter})`, slowest.ms, 10);
}
