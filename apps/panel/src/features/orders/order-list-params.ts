import { orderStates } from "@zonepost/schema";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

export const orderListParams = {
  q: parseAsString.withDefault(""),
  state: parseAsStringLiteral(orderStates),
};
