import type { OrderState, RenewalForecast, RenewalState } from "@zonepost/schema";

/** A renewal whose order has been placed. */
export type OpenRenewal = {
  name: string;
  /** The end of the term that it follows: once the domain has been renewed, it no longer matches. */
  expiresAt: string;
  orderId: string;
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

const monthCount = 12;

/** The current calendar month and the eleven after it, in UTC. */
export const forecastMonths = (now: Date): string[] =>
  Array.from({ length: monthCount }, (_, index) => startOfMonth(now, index).toISOString().slice(0, 7));

export const endOfForecast = (now: Date): Date => startOfMonth(now, monthCount);

const startOfMonth = (now: Date, later: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));

type Group = {
  month: string | null;
  count: number;
  currency: string;
  /** Of one of them. Tax is rounded for each, because each is an order of its own. */
  totalCents: number | null;
  taxCents: number | null;
};

export function forecastOf(
  groups: readonly Group[],
  now: Date,
): Pick<RenewalForecast, "currencies" | "unpricedCount"> {
  const charged = groups.filter(({ month }) => month !== null);
  const priced = charged.flatMap(({ month, count, currency, totalCents, taxCents }) =>
    totalCents === null || taxCents === null
      ? []
      : [{ month, currency, count, totalCents: count * totalCents, taxCents: count * taxCents }],
  );
  const byCurrency = [...Map.groupBy(priced, ({ currency }) => currency)];
  return {
    currencies: byCurrency
      .map(([currency, ofCurrency]) => ({
        currency,
        ...sumOf(ofCurrency),
        months: forecastMonths(now).map((month) => ({
          month,
          ...sumOf(ofCurrency.filter((group) => group.month === month)),
        })),
      }))
      .toSorted((one, other) => other.totalCents - one.totalCents),
    unpricedCount: charged.reduce((sum, { totalCents, count }) => sum + (totalCents === null ? count : 0), 0),
  };
}

type Sums = { count: number; taxCents: number; totalCents: number };

const sumOf = (groups: readonly Sums[]): Sums =>
  groups.reduce(
    (sum, group) => ({
      count: sum.count + group.count,
      taxCents: sum.taxCents + group.taxCents,
      totalCents: sum.totalCents + group.totalCents,
    }),
    { count: 0, taxCents: 0, totalCents: 0 },
  );
