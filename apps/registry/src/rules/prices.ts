import {
  type FeeAgreement,
  type FeeCharged,
  type FeeCommandName,
  fromMinorUnits,
  toMinorUnits,
} from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { type OfferedName, validateName } from "./names.ts";
import { currency, premiumFactor } from "./tlds.ts";

/** The price of a command on a name, in cents. */
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

/** The price of a command on a registered domain, in cents. */
export function priceOfRegistered(name: string, command: FeeCommandName, years: number): number {
  const validated = validateName(name);
  return validated.kind === "offered" ? priceOf(validated, command, years) : 0;
}

/**
 * RFC 8748 section 3.4: a price in a command must be correct, and a command on a premium name must have one.
 */
export function assertAgreed(
  name: OfferedName,
  command: "create" | "renew" | "transfer" | "restore",
  years: number,
  agreement: FeeAgreement | undefined,
): void {
  if (!agreement) {
    if (name.magic === "premium" && command !== "restore") {
      throw new Refusal(2003, "a premium name needs its price agreed");
    }
    return;
  }
  if (!name.rules.profile.quotesFees) {
    throw new Refusal(2103, `.${name.rules.tld} has no fee extension`);
  }
  if (agreement.currency !== undefined && agreement.currency !== currency) {
    throw new Refusal(2004, `prices are in ${currency}`);
  }
  const total = agreement.fees.reduce((sum, fee) => sum + toMinorUnits(fee.amount), 0);
  const price = priceOf(name, command, years);
  if (total !== price) {
    throw new Refusal(2004, `the price is ${fromMinorUnits(price)} ${currency}`);
  }
}

/** The price that was charged, for a command that included one. */
export function chargedFor(
  name: OfferedName,
  command: "create" | "renew" | "transfer" | "restore",
  years: number,
  agreement: FeeAgreement | undefined,
): { fee?: FeeCharged } {
  if (!agreement) {
    return {};
  }
  return { fee: { currency, fees: [{ amount: fromMinorUnits(priceOf(name, command, years)) }] } };
}
