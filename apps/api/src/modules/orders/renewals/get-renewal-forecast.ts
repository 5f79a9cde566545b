import type { RenewalForecast } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { OrderPorts } from "../ports.ts";
import { prepareRenewals } from "./prepare-renewals.ts";
import { forecastOf } from "./renewal-policy.ts";

/** Renewals that are paid already are in no sum. */
export async function getRenewalForecast(ctx: WorkspaceCtx & OrderPorts): Promise<RenewalForecast> {
  requireRight(ctx.actor, "domains:read");
  const { now, select, present, costOf } = await prepareRenewals(ctx);
  const rows = await select({}, { limit: undefined });
  return forecastOf(
    rows.map((row) => ({ ...present(row), ...costOf(row) })),
    now,
  );
}
