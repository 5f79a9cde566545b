import type { RenewalForecast } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { requireRight } from "../../../../kernel/rights.ts";
import { countRenewals } from "../../../domains/index.ts";
import type { OrderPorts } from "../../ports.ts";
import { findOpenRenewals } from "./find-open-renewals.ts";
import { readRenewalCosts } from "./read-renewal-costs.ts";
import { endOfForecast, forecastOf } from "./renewal-policy.ts";

/** Renewals that are paid already are in no sum. */
export async function getRenewalForecast(ctx: WorkspaceCtx & OrderPorts): Promise<RenewalForecast> {
  requireRight(ctx.actor, "domains:read");
  const now = await ctx.clock.now();
  const open = await findOpenRenewals(ctx, now);
  const filter = { now, until: endOfForecast(now) };
  const [groups, failed, costOf] = await Promise.all([
    countRenewals(ctx, { ...filter, except: open.filter(({ state }) => state === "processing") }),
    countRenewals(ctx, { ...filter, autoRenew: true, only: open.filter(({ state }) => state === "failed") }),
    readRenewalCosts(ctx),
  ]);
  return {
    ...forecastOf(
      groups.map((group) => ({ ...group, ...costOf(group.tld) })),
      now,
    ),
    failedCount: total(failed),
    expiringCount: total(groups.filter(({ autoRenew }) => !autoRenew)),
  };
}

const total = (groups: readonly { count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);
