import { type SQL, sql } from "drizzle-orm";
import { hourMs } from "../../../../kernel/durations.ts";
import { rangesAround, withRanges } from "../../model/succeeded-within.ts";
import { plainArray, textArray } from "./array-parameters.ts";
import { type AttemptedResult, isOurFault } from "./delivery-result.ts";
import { durationBucketCount, durationBucketOf } from "./duration-buckets.ts";

type DeliveryHour = {
  workspaceId: string;
  endpointId: string;
  hour: string;
  delivered: number;
  failedAttempts: number;
  durationCounts: number[];
  succeededIds: string[];
};

/** What the attempts add to their endpoints' hours. Tests aren't counted, but must be found too. */
export function hoursOf(results: readonly AttemptedResult[]): DeliveryHour[] {
  const hours = new Map<string, DeliveryHour>();
  for (const result of results) {
    const { claim, outcome } = result;
    const isSuccess = outcome.error === undefined;
    if (claim.kind === "test" && !isSuccess) {
      continue;
    }
    const key = `${claim.endpointId} ${Math.floor(outcome.endedAt.getTime() / hourMs)}`;
    const counted = hours.get(key) ?? {
      workspaceId: claim.workspaceId,
      endpointId: claim.endpointId,
      hour: hourOf(outcome.endedAt),
      delivered: 0,
      failedAttempts: 0,
      durationCounts: Array.from({ length: durationBucketCount }, () => 0),
      succeededIds: [],
    };
    hours.set(key, counted);
    if (isSuccess) {
      counted.succeededIds.push(claim.deliveryId);
    }
    if (claim.kind === "test") {
      continue;
    }
    counted[isSuccess ? "delivered" : "failedAttempts"] += 1;
    // The receiver took no time if nothing was sent.
    if (!isOurFault(result)) {
      const bucket = durationBucketOf(outcome.durationMs);
      counted.durationCounts[bucket] = (counted.durationCounts[bucket] ?? 0) + 1;
    }
  }
  return [...hours.values()];
}

export const hourOf = (at: Date): string =>
  new Date(Math.floor(at.getTime() / hourMs) * hourMs).toISOString();

const sumsOfCounts = sql.raw(
  Array.from(
    { length: durationBucketCount },
    (_, bucket) => `h.duration_counts[${bucket + 1}] + excluded.duration_counts[${bucket + 1}]`,
  ).join(", "),
);

/** In the order of the key, so that two workers can't wait for each other. */
export const upsertHours = (hours: readonly DeliveryHour[], condition: SQL): SQL => sql`
  insert into delivery_hours as h (workspace_id, endpoint_id, hour, delivered, located, failed_attempts, duration_counts,
    succeeded_within)
  select workspace, endpoint, hour::timestamptz, delivered, delivered, failed_attempts, counts::int[], within::int8multirange
  from unnest(
    ${plainArray(hours, (one) => one.workspaceId)}::uuid[],
    ${plainArray(hours, (one) => one.endpointId)}::uuid[],
    ${plainArray(hours, (one) => one.hour)}::text[],
    ${plainArray(hours, (one) => one.delivered)}::int[],
    ${plainArray(hours, (one) => one.failedAttempts)}::int[],
    ${textArray(hours, (one) => `{${one.durationCounts}}`)},
    ${textArray(hours, (one) => rangesAround(one.succeededIds))}
  ) as counted (workspace, endpoint, hour, delivered, failed_attempts, counts, within)
  where ${condition}
  order by 1, 2, 3
  on conflict (workspace_id, endpoint_id, hour) do update
  set delivered = h.delivered + excluded.delivered, failed_attempts = h.failed_attempts + excluded.failed_attempts,
    duration_counts = array[${sumsOfCounts}], located = h.located + excluded.located,
    succeeded_within = ${withRanges(sql`h.succeeded_within`, sql`excluded.succeeded_within`)}`;
