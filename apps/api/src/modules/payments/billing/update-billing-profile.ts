import { isDeepStrictEqual } from "node:util";
import { billingProfiles } from "@zonepost/db";
import type { BillingProfile, BillingProfileInput } from "@zonepost/schema";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspace } from "../../accounts/index.ts";
import { readBillingProfile } from "./read-billing-profile.ts";

/** Replaces the profile. Orders and receipts keep the rate and the address they were made with. */
export async function updateBillingProfile(
  ctx: WorkspaceCtx,
  { company, address, countryCode, vatId }: BillingProfileInput,
): Promise<BillingProfile> {
  requireRight(ctx.actor, "payments:write");
  const { workspaceId } = ctx.actor;
  const profile = { company, address, countryCode, vatId };
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const before = await readBillingProfile(tx, workspaceId);
    if (isDeepStrictEqual(before, profile)) {
      return before;
    }
    await tx
      .insert(billingProfiles)
      .values({ workspaceId, ...profile, updatedAt: now })
      .onConflictDoUpdate({
        target: billingProfiles.workspaceId,
        set: { ...profile, updatedAt: now },
      });
    await audit(tx, ctx, {
      workspaceId,
      action: "workspace.billing_updated",
      target: workspace.name,
      details: { from: before, to: profile },
      occurredAt: now,
    });
    return profile;
  });
}
