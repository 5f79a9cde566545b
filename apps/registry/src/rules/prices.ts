import { type FeeAgreement, type FeeCommandName, fromMinorUnits, toMinorUnits } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import type { OfferedName } from "./names.ts";
import { currency, premiumFactor } from "./tlds.ts";

/** What a command on a name costs, in cents. */
export function priceOf(name: OfferedName, command: FeeCommandName, years: number): number {
  const { prices } = name.rules;
  const factor = name.magic === "premium" ? premiumFactor : 1;
  switch (command) {
    case "create":
      return prices.createPerYear * years * factor;
    case "renew":
      return prices.renewPerYear * years * factor;
    case "transfer":
      return prices.transfer * factor;
    case "restore":
      return prices.restore;
    default:
      return 0;
  }
}

/**
 * RFC 8748 section 3.4: a price that a client names must be the right one, and a client must name the price
 * of a name that costs more than others.
 */
export function assertAgreed(
  name: OfferedName,
  command: "create" | "renew",
  years: number,
  agreement: FeeAgreement | undefined,
): void {
  if (!agreement) {
    if (name.magic === "premium") throw new Refusal(2003, "a premium name needs its price agreed");
    return;
  }
  if (agreement.currency !== undefined && agreement.currency !== currency) {
    throw new Refusal(2004, `prices are in ${currency}`);
  }
  const total = agreement.fees.reduce((sum, fee) => sum + toMinorUnits(fee.amount), 0);
  const price = priceOf(name, command, years);
  if (total !== price) throw new Refusal(2004, `the price is ${fromMinorUnits(price)} ${currency}`);
}
