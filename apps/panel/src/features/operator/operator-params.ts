import { paymentStatuses } from "@zonepost/schema";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

export const operatorParams = {
  status: parseAsStringLiteral(paymentStatuses),
  payment: parseAsString,
};
