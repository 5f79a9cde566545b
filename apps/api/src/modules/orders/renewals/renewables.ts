import type { OrderLineInput } from "@zonepost/schema";
import type { Renewable } from "./renewable.ts";
import { renewableDomains } from "./renewable-domains.ts";

export const renewables: readonly Renewable[] = [renewableDomains];

export const findRenewable = (lineKind: OrderLineInput["kind"]): Renewable | undefined =>
  renewables.find((renewable) => renewable.lineKind === lineKind);
