import { namespaces } from "../namespaces.ts";
import { element, tokenOf, type XmlElement } from "../xml/element.ts";
import type { CommandCodec } from "./command-codec.ts";
import { objectOf, requiredResult, wrapObject } from "./object-command.ts";
import { assertShape, checkLength, optionalChild, requiredChild } from "./read.ts";

/** Queries the registrar's own account (Verisign's balance mapping). */
export type BalanceInfoCommand = { type: "balance:info" };

/** Decimals such as `200.00`, in the currency of the account; see `toMinorUnits`. */
export type BalanceInfo = {
  creditLimit: string;
  /** What the registrar owes: `creditLimit` less `availableCredit`. Negative for a prepaid account. */
  balance: string;
  /** What the account can still spend. */
  availableCredit: string;
  /** Below it, the registry sends a low balance message: an amount, or a percentage of the limit. */
  creditThreshold?: { type: "FIXED" | "PERCENT"; value: string };
};

const balanceElement = (name: string, children: (XmlElement | string | undefined)[] = []) =>
  element(namespaces.balance, name, {}, children);

const longestAmount = 32;

export const balanceInfo: CommandCodec<BalanceInfoCommand, BalanceInfo> = {
  type: "balance:info",
  verb: "info",
  objectUri: namespaces.balance,
  extensionUris: [],
  changes: () => false,

  encodeCommand: () => wrapObject(balanceElement("info")),

  decodeCommand({ verb }) {
    assertShape(objectOf(verb), []);
    return { type: "balance:info" };
  },

  encodeResult({ creditThreshold: threshold, ...amounts }) {
    const amount = (name: keyof typeof amounts) =>
      balanceElement(name, [checkLength(name, amounts[name], 1, longestAmount)]);
    const value =
      threshold && balanceElement(threshold.type === "FIXED" ? "fixed" : "percent", [threshold.value]);
    return {
      resData: [
        balanceElement("infData", [
          amount("creditLimit"),
          amount("balance"),
          amount("availableCredit"),
          value && balanceElement("creditThreshold", [value]),
        ]),
      ],
      extensions: [],
    };
  },

  decodeResult(parts) {
    const item = requiredResult(parts, namespaces.balance, "infData");
    return {
      creditLimit: tokenOf(requiredChild(item, "creditLimit")),
      balance: tokenOf(requiredChild(item, "balance")),
      availableCredit: tokenOf(requiredChild(item, "availableCredit")),
      ...thresholdOf(item),
    };
  },
};

function thresholdOf(item: XmlElement): Pick<BalanceInfo, "creditThreshold"> {
  const threshold = optionalChild(item, "creditThreshold");
  const fixed = threshold && optionalChild(threshold, "fixed");
  const percent = threshold && optionalChild(threshold, "percent");
  if (fixed) {
    return { creditThreshold: { type: "FIXED", value: tokenOf(fixed) } };
  }
  return percent ? { creditThreshold: { type: "PERCENT", value: tokenOf(percent) } } : {};
}
