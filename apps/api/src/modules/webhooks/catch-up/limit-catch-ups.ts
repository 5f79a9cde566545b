import { type Transaction, webhookCatchUps } from "@zonepost/db";
import { and, desc, eq, gte, type SQL } from "drizzle-orm";
import { hourMs, secondMs } from "../../../kernel/durations.ts";
import { createdAtMs, firstIdAt } from "../../../kernel/ids.ts";
import { catchUpLimitReached } from "../model/errors.ts";
import type { EndpointRow } from "../model/find-endpoint.ts";

/** Each can send many thousands of deliveries, again and again if they fail. */
export const catchUpsPerHour = { endpoint: 20, workspace: 100 } as const;

/** Counts those of the last hour of wall clock. The caller has locked the endpoint. */
export async function limitCatchUps(
  tx: Transaction,
  { id, workspaceId }: Pick<EndpointRow, "id" | "workspaceId">,
  wallNow: Date,
): Promise<void> {
  const latest = (limit: number, of?: SQL) =>
    tx
      .select({ id: webhookCatchUps.id })
      .from(webhookCatchUps)
      .where(
        and(
          eq(webhookCatchUps.workspaceId, workspaceId),
          of,
          gte(webhookCatchUps.id, firstIdAt(wallNow.getTime() - hourMs)),
        ),
      )
      .orderBy(desc(webhookCatchUps.id))
      .limit(limit);
  const found = {
    endpoint: await latest(catchUpsPerHour.endpoint, eq(webhookCatchUps.endpointId, id)),
    workspace: await latest(catchUpsPerHour.workspace),
  };
  for (const scope of ["endpoint", "workspace"] as const) {
    const limit = catchUpsPerHour[scope];
    const oldest = found[scope][limit - 1];
    if (oldest) {
      const waitMs = createdAtMs(oldest.id) + hourMs - wallNow.getTime();
      throw catchUpLimitReached(scope, limit, Math.max(Math.ceil(waitMs / secondMs), 1));
    }
  }
}
