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

/** An amount, in cents, that a registrar pays. Negative: a refund. */
export type Charge = { registrar: string; cents: number };

/** In cents. A negative balance is what the registrar owes. */
export type Account = { balance: number; creditLimit: number };

/** The account after a command (RFC 8748 sections 3.5 and 3.6), with the price or the refund of the command. */
export function feeOf(
  name: OfferedName,
  { balance, creditLimit }: Account,
  amounts: { price?: number | undefined; credit?: number } = {},
): { fee?: FeeCharged } {
  if (!name.rules.profile.quotesFees) {
    return {};
  }
  const { price, credit = 0 } = amounts;
  return {
    fee: {
      currency,
      fees: price === undefined ? [] : [{ amount: fromMinorUnits(price) }],
      ...(credit > 0 && {
        credits: [{ amount: fromMinorUnits(-credit), description: "Grace period credit" }],
      }),
      balance: fromMinorUnits(balance),
      creditLimit: fromMinorUnits(creditLimit),
    },
  };
}
