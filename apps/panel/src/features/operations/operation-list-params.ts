import { domainOperationStates } from "@zonepost/schema";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

export const operationListParams = {
  q: parseAsString.withDefault(""),
  state: parseAsStringLiteral(domainOperationStates),
};
