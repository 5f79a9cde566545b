import type { Db } from "@zonepost/db";
import type { WebhookDeliveryDetails } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { presentAttempt, type StoredAttempt } from "./present-attempt.ts";
import { type DeliveryRow, deliveryColumns, presentDelivery } from "./present-delivery.ts";
import { type DeliveryTarget, isTarget } from "./read-delivery.ts";

export async function getDelivery(ctx: WorkspaceCtx, input: DeliveryTarget): Promise<WebhookDeliveryDetails> {
  requireRight(ctx.actor, "webhooks:read");
  const sql = ctx.db.$client;
  const [row] = await sql<(DeliveryRow & Kept & { body: string | null })[]>`
    select ${deliveryColumns(sql)}, ${keptColumns(sql)}, events.body
    from webhook_endpoints e, deliveries d
      left join events on events.workspace_id = d.workspace_id and events.id = d.event_id
    where ${isTarget(sql, ctx, input)}`;
  if (!row) {
    throw notFound();
  }
  const earlier = await sql<StoredAttempt[]>`
    select d.number, d.attempted_at as "sentAt", d.status_code as "statusCode", d.error, d.duration_ms as "durationMs",
      ${keptColumns(sql)}
    from delivery_attempts d
    where d.workspace_id = ${ctx.actor.workspaceId} and d.delivery_id = ${row.id} and d.number < ${row.attempt}
    order by d.number`;
  const body = row.body ?? "";
  const latest =
    row.lastAttemptAt === null ? [] : [{ ...row, number: row.attempt, sentAt: row.lastAttemptAt }];
  return {
    ...presentDelivery(row),
    endpointId: input.id,
    body,
    attempts: [...earlier, ...latest].map((attempt) =>
      presentAttempt({ ...attempt, sentAt: isoTime(attempt.sentAt) }, body),
    ),
  };
}

type Kept = Pick<StoredAttempt, "errorStage" | "request" | "responseHeaders" | "responseBody">;

/** The same columns of `deliveries d` and `delivery_attempts d`. */
const keptColumns = (sql: Db["$client"]) => sql`
  d.error_stage as "errorStage", d.request, d.response_headers as "responseHeaders",
  d.response_body as "responseBody"`;
