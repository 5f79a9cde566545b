import { domainHistoryKinds } from "@zonepost/schema";
import { parseAsStringLiteral } from "nuqs/server";

export const historyParams = { kind: parseAsStringLiteral(domainHistoryKinds) };
