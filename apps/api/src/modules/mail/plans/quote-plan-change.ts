import type { MailPlanInput } from "@zonepost/schema";
import type { Queryable } from "../../../kernel/ctx.ts";
import { addYears } from "../../../kernel/durations.ts";
import type { Price, PriceList } from "../../payments/index.ts";
import { requirePlanFits } from "../accounts/require-room.ts";
import {
  mailDeactivated,
  planChanged,
  planExpiryChanged,
  planTooFarAhead,
  planUnchanged,
} from "../errors.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import {
  isUnpaidAt,
  maxYearsAhead,
  type PaidPlan,
  type PlanChange,
  planAfter,
  planChangeOf,
  renewedPlanOf,
  upgradePriceCents,
  type YearPrices,
} from "../model/plan-policy.ts";

export type PlanQuote = {
  change: PlanChange;
  after: PaidPlan;
  price: Price;
  /** That the price pays for; null if the term stays the same. */
  years: number | null;
};

type Wanted = Pick<MailPlanInput, "planSlug" | "currentExpiresAt">;

/** What an order for active or suspended mail changes and costs. Throws if it would be refused now. */
export async function quotePlanChange(
  db: Queryable,
  priceList: PriceList,
  row: MailDomainRow,
  wanted: Wanted,
  now: Date,
): Promise<PlanQuote> {
  const { planSlug, currentExpiresAt } = wanted;
  if (currentExpiresAt !== undefined && Date.parse(currentExpiresAt) !== row.paidUntil.getTime()) {
    throw planExpiryChanged();
  }
  // Paying for it also reactivates it; until its term ends, that is free.
  if (row.deactivatedAt !== null && !isUnpaidAt(row, now)) {
    throw mailDeactivated(row.erasesAt);
  }
  const change = planChangeOf(row, wanted, now);
  if (!change) {
    throw planUnchanged(row.domainName, row);
  }
  const after = planAfter(row, change, planSlug, now);
  if (change === "renew") {
    requireRenewable(row, wanted, after, now);
  }
  // The plan of the next term fit when it was chosen. Mail that came since then doesn't stop the renewal.
  if (change !== "renew" || planSlug !== renewedPlanOf(row)) {
    await requirePlanFits(db, row.id, planSlug);
  }
  const { currency } = priceList.mailPlans[planSlug];
  const priceCents = priceCentsOf(change, priceList, row, planSlug, now);
  return { change, after, price: { priceCents, currency }, years: change === "renew" ? 1 : null };
}

function requireRenewable(row: MailDomainRow, { planSlug }: Wanted, after: PaidPlan, now: Date): void {
  if (!isUnpaidAt(row, now) && planSlug !== renewedPlanOf(row)) {
    throw planChanged(renewedPlanOf(row));
  }
  if (after.paidUntil > addYears(now, maxYearsAhead)) {
    throw planTooFarAhead(maxYearsAhead);
  }
}

export const yearPricesOf = (
  { mailPlans, minimumCents }: Pick<PriceList, "mailPlans" | "minimumCents">,
  from: MailDomainRow["planSlug"],
  to: MailDomainRow["planSlug"],
): YearPrices => ({
  fromYearCents: mailPlans[from].priceCents,
  toYearCents: mailPlans[to].priceCents,
  minimumCents,
});

function priceCentsOf(
  change: PlanChange,
  priceList: PriceList,
  row: MailDomainRow,
  planSlug: MailDomainRow["planSlug"],
  now: Date,
): number {
  switch (change) {
    case "renew":
      return priceList.mailPlans[planSlug].priceCents;
    case "upgrade":
      return upgradePriceCents(yearPricesOf(priceList, row.planSlug, planSlug), row.paidUntil, now);
    case "downgrade":
    case "keep":
      return 0;
  }
}
