import { apiKeys } from "@zonepost/db";
import { type ApiKey, apiKeyListedDays, type PageQuery } from "@zonepost/schema";
import { and, desc, eq, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, notACursor, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { apiKeyStatusOf, presentApiKey } from "./find-api-key.ts";

/** Active keys first, then recently ended ones; newest first within each group. */
export async function listApiKeys(
  ctx: WorkspaceCtx,
  query: PageQuery = {},
): Promise<OperationResult<ApiKey[]>> {
  requireRight(ctx.actor, "api_keys:read");
  const now = await ctx.clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const isActive = sql<boolean>`(${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > ${at}, true))`;
  const endedAt = sql`least(${apiKeys.revokedAt}, ${apiKeys.expiresAt})`;
  const isListed = sql`(${isActive} or ${endedAt} > ${at} - make_interval(days => ${apiKeyListedDays}))`;
  const place = readPlace(placeAfter(query));
  return listOrPage(query, {
    read: (limit) => {
      const found = ctx.db
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.workspaceId, ctx.actor.workspaceId),
            isListed,
            place && sql`(${isActive}, ${apiKeys.id}) < (${place.isActive}::boolean, ${place.id}::uuid)`,
          ),
        )
        .orderBy(desc(isActive), desc(apiKeys.id));
      return limit === undefined ? found : found.limit(limit);
    },
    placeOf: (row) => `${apiKeyStatusOf(row, now) === "active"} ${publicId("key", row.id)}`,
    present: (row) => presentApiKey(row, now),
  });
}

function readPlace(place: string | undefined) {
  if (place === undefined) {
    return undefined;
  }
  const [isActive = "", keyId = ""] = place.split(" ");
  const id = rowId("key", keyId);
  if (!id || (isActive !== "true" && isActive !== "false")) {
    throw notACursor();
  }
  return { id, isActive: isActive === "true" };
}
