import type { OrderState, Renewal, RenewalForecast, RenewalState } from "@zonepost/schema";

/** A renewal whose order has been placed. */
export type OpenRenewal = {
  kind: Renewal["kind"];
  name: string;
  /** The end of the term that it follows: once that has been renewed, it no longer matches. */
  expiresAt: string;
  orderId: string;
  orderState: OrderState;
  paymentId: string | null;
  state: RenewalState;
  failure: { code: string; message: string } | null;
  /** Whether the card failed, not the registry. */
  isBankFailure: boolean;
  failedAt: Date | null;
};

/** The order of a failed renewal has ended, or waits for the next attempt at the card. */
export function stateOfOrder(order: { orderState: OrderState; isDeclined: boolean }): RenewalState {
  switch (order.orderState) {
    case "processing":
      return "processing";
    case "awaiting_payment":
      return order.isDeclined ? "failed" : "scheduled";
    default:
      return "failed";
  }
}

/** The bank's reason is only for callers who may see payments. */
export function failureShown(begun: OpenRenewal | undefined, seesPayments: boolean): OpenRenewal["failure"] {
  return begun?.isBankFailure && begun.failure && !seesPayments ? hiddenReason : (begun?.failure ?? null);
}

const hiddenReason = { code: "payment_failed", message: "The card could not be charged." };

const monthCount = 12;

/** The current calendar month and the eleven after it, in UTC. */
export const forecastMonths = (now: Date): string[] =>
  Array.from({ length: monthCount }, (_, index) => startOfMonth(now, index).toISOString().slice(0, 7));

export const endOfForecast = (now: Date): Date => startOfMonth(now, monthCount);

/** The renewals of a month, or of all; undefined for a month in the past. What is overdue counts in the current month. */
export function rangeOfMonth(
  month: string | undefined,
  now: Date,
): { from?: Date | undefined; until: Date } | undefined {
  const until = endOfForecast(now);
  if (month === undefined) {
    return { until };
  }
  const first = new Date(`${month}-01T00:00:00Z`);
  const end = startOfMonth(first, 1);
  if (end <= now) {
    return;
  }
  return {
    from: first <= now ? undefined : first,
    until: new Date(Math.min(end.getTime(), until.getTime())),
  };
}

const startOfMonth = (now: Date, later: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));

type Due = { dueAt: string; id: string };

/** The order of the list, as its queries have it. Ids of different kinds never match. */
export function inOrder(one: Due, other: Due): number {
  if (one.dueAt !== other.dueAt) {
    return one.dueAt < other.dueAt ? -1 : 1;
  }
  return one.id < other.id ? -1 : 1;
}

type Forecasted = Pick<Renewal, "state" | "chargesAt" | "expiresAt" | "currency" | "totalCents" | "taxCents">;

/** A charge that is overdue counts in the current month. */
export function forecastOf(renewals: readonly Forecasted[], now: Date): RenewalForecast {
  const charged = renewals.flatMap(({ chargesAt, ...renewal }) =>
    chargesAt === null ? [] : [{ ...renewal, chargesAt, month: monthOf(chargesAt, now) }],
  );
  const priced = charged.flatMap(({ totalCents, taxCents, ...renewal }) =>
    totalCents === null || taxCents === null ? [] : [{ ...renewal, totalCents, taxCents }],
  );
  const countOf = (state: RenewalState) => renewals.filter((renewal) => renewal.state === state).length;
  const expiring = renewals.flatMap(({ state, expiresAt, currency, totalCents }) =>
    state === "expiring" ? [{ month: monthOf(expiresAt, now), currency, totalCents: totalCents ?? 0 }] : [],
  );
  const currencies = new Set([...priced, ...expiring].map(({ currency }) => currency));
  return {
    currencies: [...currencies]
      .map((currency) => {
        const ofCurrency = priced.filter((charge) => charge.currency === currency);
        return {
          currency,
          ...sumOf(ofCurrency),
          months: forecastMonths(now).map((month) => {
            const lost = expiring.filter((each) => each.currency === currency && each.month === month);
            return {
              month,
              ...sumOf(ofCurrency.filter((charge) => charge.month === month)),
              expiringCount: lost.length,
              expiringTotalCents: lost.reduce((sum, { totalCents }) => sum + totalCents, 0),
            };
          }),
        };
      })
      .toSorted((one, other) => other.totalCents - one.totalCents),
    next: nextOf(priced, now),
    unpricedCount: charged.length - priced.length,
    failedCount: countOf("failed"),
    expiringCount: countOf("expiring"),
  };
}

/** Of each currency, the largest first. */
export const totalsOf = (charges: readonly (Charge & { currency: string })[]) =>
  [...Map.groupBy(charges, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => ({ currency, ...sumOf(ofCurrency) }))
    .toSorted((one, other) => other.totalCents - one.totalCents);

const monthOf = (dueAt: string, now: Date): string =>
  new Date(Math.max(Date.parse(dueAt), now.getTime())).toISOString().slice(0, 7);

/** Charges that are overdue aren't the next ones. */
function nextOf(
  charges: readonly (Charge & { chargesAt: string; currency: string })[],
  now: Date,
): RenewalForecast["next"] {
  const ahead = charges.filter(({ chargesAt }) => Date.parse(chargesAt) > now.getTime());
  const first = ahead.toSorted((one, other) => (one.chargesAt < other.chargesAt ? -1 : 1)).at(0);
  if (!first) {
    return null;
  }
  const sameDay = ahead.filter(
    ({ chargesAt, currency }) =>
      currency === first.currency && chargesAt.slice(0, 10) === first.chargesAt.slice(0, 10),
  );
  return { chargesAt: first.chargesAt, currency: first.currency, ...sumOf(sameDay) };
}

type Charge = { taxCents: number; totalCents: number };

function sumOf(charges: readonly Charge[]): Charge & { count: number } {
  const sum = { count: charges.length, taxCents: 0, totalCents: 0 };
  for (const { taxCents, totalCents } of charges) {
    sum.taxCents += taxCents;
    sum.totalCents += totalCents;
  }
  return sum;
}
