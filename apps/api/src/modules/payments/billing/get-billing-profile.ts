import type { BillingProfile } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readBillingProfile } from "./read-billing-profile.ts";

export async function getBillingProfile(ctx: WorkspaceCtx): Promise<BillingProfile> {
  requireRight(ctx.actor, "payments:read");
  return readBillingProfile(ctx.db, ctx.actor.workspaceId);
}
