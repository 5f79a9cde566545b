import { paymentStatuses } from "@zonepost/schema";
import type { PaymentPageInput } from "@zonepost/schema/panel";
import { createLoader, parseAsBoolean, parseAsInteger, parseAsStringLiteral } from "nuqs/server";
import { soldFilterOf, soldParams } from "../sold-filter.ts";

export const paymentSortKeys = ["date", "amount"] as const satisfies PaymentPageInput["sort"][];

export const paymentListParams = {
  ...soldParams,
  status: parseAsStringLiteral(paymentStatuses),
  sort: parseAsStringLiteral(paymentSortKeys),
  desc: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
};

export const loadPaymentListParams = createLoader(paymentListParams);

type Params = Awaited<ReturnType<typeof loadPaymentListParams>>;

export const paymentFilterOf = (params: Params, timeZone: string) => ({
  ...soldFilterOf(params, timeZone),
  status: params.status ?? undefined,
});

export const paymentPageInputOf = (params: Params, timeZone: string) => ({
  ...paymentFilterOf(params, timeZone),
  sort: params.sort ?? undefined,
  descending: params.desc,
});

/** The latest ones, for the domain's page. The others are in the list of payments. */
export const paymentsOfDomain = (domain: string) => ({ domain, limit: 5 });
