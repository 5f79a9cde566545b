import type { apiKeySpending } from "@zonepost/schema/panel";
import type { z } from "zod";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readSpendingLimit } from "../../accounts/index.ts";
import { calendarMonth } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { readSpentCents } from "./find-limit-refusal.ts";

/** Null without a limit. */
export async function getApiKeySpending(
  ctx: WorkspaceCtx & OrderPorts,
  { id }: { id: string },
): Promise<z.infer<typeof apiKeySpending>> {
  requireRight(ctx.actor, "api_keys:read");
  const keyId = rowId("key", id);
  if (!keyId) {
    throw notFound();
  }
  const limit = await readSpendingLimit(ctx.db, { keyId, workspaceId: ctx.actor.workspaceId });
  if (!limit) {
    return null;
  }
  const { limitCents, keyIds } = limit;
  const now = await ctx.clock.now();
  const currency = ctx.priceList.currency ?? ctx.priceList.mailPlans.starter.currency;
  const spentCents = await readSpentCents(ctx.db, { keyIds, currency }, now);
  return { limitCents, spentCents, currency, resetsAt: calendarMonth(now).until.toISOString() };
}
