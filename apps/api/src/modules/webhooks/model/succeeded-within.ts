import { type SQL, sql } from "drizzle-orm";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import { createdAtMs } from "../../../kernel/ids.ts";
import { slackMs as idSlackMs } from "./id-bounds.ts";

// Where the deliveries of an endpoint that succeeded are among those that wait. An index by status would be one more entry
// for each delivery, and its update not HOT; the row of an endpoint's hour is updated anyway.

/** Ranges that are closer are joined: each begins this much too early, which is taken back once all are joined. */
const gapMs = 5 * minuteMs;
/** About 23 ranges. An hour has 12, if only retries and catch-ups don't add older ones. */
const mostBytes = 400;
/** Older deliveries are searched without the ranges. */
export const rangesKeptDays = 30;

/** As text, the ranges of milliseconds around the creation of some deliveries. */
export function rangesAround(ids: readonly string[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const at of ids.map(createdAtMs).sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && at - gapMs <= last.to) {
      last.to = at + 1;
    } else {
      ranges.push({ from: at - gapMs, to: at + 1 });
    }
  }
  return `{${ranges.map(({ from, to }) => `[${from},${to})`)}}`;
}

/** The union. Very many become one range, so that the row stays small. */
export const withRanges = (known: SQL, added: SQL): SQL => sql`
  case when pg_column_size(${known}) < ${sql.raw(String(mostBytes))} then ${known} + ${added}
    else int8multirange(range_merge(${known} + ${added})) end`;

const idAt = (ms: string) => `(lpad(to_hex(${ms}), 12, '0') || repeat('0', 20))::uuid`;
const msOf = (at: string) => `(extract(epoch from ${at}) * 1000)::bigint`;
const anyBefore = (ms: string) => `int8multirange(int8range(null, ${ms}))`;
/** An id is newer than the moment of its row by the time that its transaction waited. */
const hourEnd = `${msOf("hour")} + ${hourMs + idSlackMs}`;

/**
 * SQL for the ranges of ids between which all deliveries of `e` are that have succeeded. What the version before recorded
 * in an hour can be anywhere before the end of that hour.
 */
export const succeededRanges = `
  select ${idAt(`lower(range) + ${gapMs}`)} as first, ${idAt("upper(range)")} as "end"
  from unnest(${anyBefore(`${msOf("now()")} - ${rangesKeptDays * dayMs}`)} + coalesce((
    select range_agg(case when located = delivered then succeeded_within else ${anyBefore(hourEnd)} end)
    from delivery_hours where workspace_id = e.workspace_id and endpoint_id = e.id), '{}')) as ranges (range)`;
