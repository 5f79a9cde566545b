import type { Renewal, RenewalQuery, RenewalState } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { listOrPage, momentAtPlace, type OperationResult } from "../../../../kernel/http/page.ts";
import { publicId } from "../../../../kernel/ids.ts";
import { hasRight, requireRight } from "../../../../kernel/rights.ts";
import { type RenewalFilter, selectRenewals } from "../../../domains/index.ts";
import type { OrderPorts } from "../../ports.ts";
import { findOpenRenewals } from "./find-open-renewals.ts";
import { readRenewalCosts } from "./read-renewal-costs.ts";
import { endOfForecast, type OpenRenewal } from "./renewal-policy.ts";

/** Without the right to see payments, callers don't see the bank's reason and the payment. */
export async function listRenewals(
  ctx: WorkspaceCtx & OrderPorts,
  query: RenewalQuery = {},
): Promise<OperationResult<Renewal[]>> {
  requireRight(ctx.actor, "domains:read");
  const after = momentAtPlace("dom", query);
  const now = await ctx.clock.now();
  const [open, costOf] = await Promise.all([findOpenRenewals(ctx, now), readRenewalCosts(ctx)]);
  const openByTerm = new Map(open.map((renewal) => [`${renewal.name} ${renewal.expiresAt}`, renewal]));
  const seesPayments = hasRight(ctx.actor, "payments:read");
  const filter = { now, until: endOfForecast(now), ...filterOf(open, query.state) };
  return listOrPage(query, {
    read: (limit) => selectRenewals(ctx, filter, { after, limit }),
    placeOf: ({ dueAt, id }) => `${dueAt} ${publicId("dom", id)}`,
    present(row): Renewal {
      const begun = row.autoRenew ? openByTerm.get(`${row.name} ${row.expiresAt}`) : undefined;
      const state = row.autoRenew ? (begun?.state ?? "scheduled") : "expiring";
      return {
        kind: "domain",
        name: row.name,
        planSlug: null,
        state,
        chargesAt: state === "processing" ? null : row.chargesAt,
        expiresAt: row.expiresAt,
        ...costOf(row.tld),
        ...(row.autoRenew ? {} : noCost),
        failure: failureOf(begun, seesPayments),
        failedAt: begun?.failedAt?.toISOString() ?? null,
        orderId: begun ? publicId("ord", begun.orderId) : null,
        paymentId: begun?.paymentId && seesPayments ? publicId("pay", begun.paymentId) : null,
      };
    },
  });
}

function failureOf(begun: OpenRenewal | undefined, seesPayments: boolean): Renewal["failure"] {
  return begun?.isBankFailure && !seesPayments ? hiddenReason : (begun?.failure ?? null);
}

const noCost = { priceCents: null, taxCents: null, totalCents: null };

const hiddenReason = { code: "payment_failed", message: "The card could not be charged." };

function filterOf(
  open: readonly OpenRenewal[],
  state: RenewalState | undefined,
): Pick<RenewalFilter, "autoRenew" | "only" | "except"> {
  const termsOf = (...states: RenewalState[]) => open.filter((renewal) => states.includes(renewal.state));
  switch (state) {
    case undefined:
      return {};
    case "expiring":
      return { autoRenew: false };
    case "scheduled":
      return { autoRenew: true, except: termsOf("failed", "processing") };
    default:
      return { autoRenew: true, only: termsOf(state) };
  }
}
