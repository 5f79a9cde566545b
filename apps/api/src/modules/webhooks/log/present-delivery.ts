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
};

/** The columns of a row, from `deliveries d` and `webhook_endpoints e`. */
export const deliveryColumns = (sql: Db["$client"]) => sql`
  d.id, d.event_id as "eventId", d.event_type as "eventType", d.subject, d.sequence, d.is_test as "isTest",
  d.status, d.status_code as "statusCode", d.error, d.attempt, d.created_at as "createdAt",
  d.last_attempt_at as "lastAttemptAt", d.next_attempt_at as "nextAttemptAt", d.duration_ms as "durationMs",
  e.probe_at as "probeAt", e.active as "isEndpointActive"`;

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
    durationMs: row.durationMs,
  };
}

/** An inactive endpoint is only sent test events. What else is due by then is skipped, unless it's active again. */
function nextAttemptAt(row: DeliveryRow): string | null {
  if (row.status !== "pending" || row.nextAttemptAt === null || !(row.isEndpointActive || row.isTest)) {
    return null;
  }
  const next = isoTime(row.nextAttemptAt);
  return row.probeAt ? latest(next, isoTime(row.probeAt)) : next;
}
