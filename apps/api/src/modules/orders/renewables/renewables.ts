import type { OrderLineKind } from "@zonepost/schema";
import type { Renewable } from "./renewable.ts";
import { renewableDomains } from "./renewable-domains.ts";
import { renewableMail } from "./renewable-mail.ts";

export const renewables: readonly Renewable[] = [renewableDomains, renewableMail];

export const findRenewable = (lineKind: OrderLineKind): Renewable | undefined =>
  renewables.find((renewable) => renewable.lineKind === lineKind);
