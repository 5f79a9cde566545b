import { orderStates } from "@zonepost/schema";
import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { soldFilterOf, soldParams } from "../payments/sold-filter.ts";

export const orderListParams = { ...soldParams, state: parseAsStringLiteral(orderStates) };

export const loadOrderListParams = createLoader(orderListParams);

type Params = Awaited<ReturnType<typeof loadOrderListParams>>;

export const orderFilterOf = (params: Params, timeZone: string) => ({
  ...soldFilterOf(params, timeZone),
  state: params.state ?? undefined,
});
