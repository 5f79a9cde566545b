import type { deliveries } from "@zonepost/db";
import type { WebhookDelivery } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";

type DeliveryRow = typeof deliveries.$inferSelect;

const latest = (one: Date, other: Date | null) => (other && other > one ? other : one);

/** @param probeAt the end of the endpoint's pause, which can delay a delivery */
export function presentDelivery(row: DeliveryRow, probeAt: Date | null): WebhookDelivery {
  const waits = row.status === "pending" && row.nextAttemptAt !== null;
  return {
    id: publicId("whd", row.id),
    eventId: publicId("evt", row.eventId),
    eventType: row.eventType,
    status: row.status,
    statusCode: row.statusCode,
    ...(row.error === null ? {} : { error: row.error }),
    attempt: row.attempt,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: waits && row.nextAttemptAt ? latest(row.nextAttemptAt, probeAt).toISOString() : null,
    durationMs: row.durationMs,
  };
}
