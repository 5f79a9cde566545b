import type { Db, deliveries } from "@zonepost/db";
import type { WebhookDelivery } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { isoTime } from "../../../kernel/iso-time.ts";

type Stored = Pick<
  typeof deliveries.$inferSelect,
  | "id"
  | "eventId"
  | "eventType"
  | "subject"
  | "sequence"
  | "isTest"
  | "status"
  | "statusCode"
  | "error"
  | "attempt"
  | "durationMs"
>;

/** A row as the driver returns it: with times as text. */
export type DeliveryRow = Stored & {
  createdAt: string;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
  /** The end of the endpoint's pause, which can delay a delivery. */
  probeAt: string | null;
  isEndpointActive: boolean;
  /** The delivery of an earlier event of the same subject, which holds it back. */
  waitsFor: string | null;
};

/** The columns of a row, from `deliveries d` and `webhook_endpoints e`. */
export const deliveryColumns = (sql: Db["$client"]) => sql`
  d.id, d.event_id as "eventId", d.event_type as "eventType", d.subject, d.sequence, d.is_test as "isTest",
  d.status, d.status_code as "statusCode", d.error, d.attempt, d.created_at as "createdAt",
  d.last_attempt_at as "lastAttemptAt", d.next_attempt_at as "nextAttemptAt", d.duration_ms as "durationMs",
  e.probe_at as "probeAt", e.active as "isEndpointActive",
  case when d.status = 'pending' and (e.ordered or e.catch_up_id is not null) then (
    select earlier.delivery_id from delivery_queue q cross join lateral (
      select other.delivery_id from delivery_queue other
      where other.is_ordered and other.endpoint_id = q.endpoint_id and other.subject = q.subject
        and other.sequence < q.sequence
      order by other.sequence limit 1) earlier
    where q.workspace_id = d.workspace_id and q.delivery_id = d.id and q.is_ordered) end as "waitsFor"`;

/** Times of the same form sort as text. */
const latest = (one: string, other: string) => (other > one ? other : one);

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: publicId("whd", row.id),
    eventId: publicId("evt", row.eventId),
    eventType: row.eventType,
    subject: row.subject,
    sequence: row.sequence,
    ...(row.isTest ? { test: true } : {}),
    status: row.status,
    statusCode: row.statusCode,
    ...(row.error === null ? {} : { error: row.error }),
    attempt: row.attempt,
    createdAt: isoTime(row.createdAt),
    lastAttemptAt: row.lastAttemptAt === null ? null : isoTime(row.lastAttemptAt),
    nextAttemptAt: nextAttemptAt(row),
    ...(row.waitsFor === null ? {} : { waitsFor: publicId("whd", row.waitsFor) }),
    durationMs: row.durationMs,
  };
}

/**
 * An inactive endpoint is only sent test events. What else is due by then is skipped, unless it's active again. A test
 * isn't delayed by a pause.
 */
function nextAttemptAt(row: DeliveryRow): string | null {
  const isHeld = row.waitsFor !== null || !(row.isEndpointActive || row.isTest);
  if (row.status !== "pending" || row.nextAttemptAt === null || isHeld) {
    return null;
  }
  const next = isoTime(row.nextAttemptAt);
  return row.probeAt && !row.isTest ? latest(next, isoTime(row.probeAt)) : next;
}
