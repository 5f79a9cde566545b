import { namespaces } from "../../namespaces.ts";
import { elementIn, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import { decodePeriod, encodePeriod, type Period } from "../domain/domain-parts.ts";
import { booleanOf, childrenNamed, optionalToken, requiredChild } from "../read.ts";

/** The commands that can have a price (RFC 8748 section 3.1), except custom ones. */
const feeCommandNames = ["create", "delete", "renew", "update", "transfer", "restore"] as const;

export type FeeCommandName = (typeof feeCommandNames)[number];

/** The commands to request prices for (RFC 8748 section 5.1.1). */
export type FeeQuery = {
  /** ISO 4217. Default: the server's. */
  currency?: string;
  commands: { name: FeeCommandName; period?: Period }[];
};

/** One price. `amount` is a decimal as returned by the server, such as `10.00`; see `toMinorUnits`. */
export type Fee = {
  amount: string;
  description?: string;
  refundable?: boolean;
  /** ISO 8601 duration */
  gracePeriod?: string;
};

/** A refund (RFC 8748 section 3.4.2). `amount` is a decimal of at most zero, such as `-5.00`. */
export type FeeCredit = {
  amount: string;
  description?: string;
};

/** A server's prices (RFC 8748 section 5.1.1). */
export type FeeQuote = {
  currency: string;
  items: FeeQuoteItem[];
};

export type FeeQuoteItem = {
  name: string;
  /** False if the server can't return these prices for the name; see `reason`. */
  available: boolean;
  /** The price class: `standard`, or a class that the server defines, such as `premium` (RFC 8748 section 3.7). */
  class?: string;
  commands: FeeQuoteCommand[];
  reason?: string;
};

export type FeeQuoteCommand = {
  name: FeeCommandName;
  period?: Period;
  /** Whether this is the standard price (RFC 8748 section 3.8). */
  standard: boolean;
  fees: Fee[];
  credits?: FeeCredit[];
  reason?: string;
};

/** The price that a client accepts for a create, a renewal, a transfer or a restore (RFC 8748 section 5.2). */
export type FeeAgreement = {
  currency?: string;
  fees: Fee[];
  credits?: FeeCredit[];
};

/** The price that was charged or refunded (RFC 8748 section 5.2). */
export type FeeCharged = {
  currency?: string;
  /** The period that was charged, if the server returns it. */
  period?: Period;
  fees: Fee[];
  credits?: FeeCredit[];
  /**
   * The account's balance after the command, a decimal in `currency`; see `toMinorUnits`. Negative if the server has
   * extended credit (RFC 8748 section 3.5).
   */
  balance?: string;
  /**
   * The most credit that the server extends, a decimal in `currency`. The server may refuse commands once a negative
   * balance reaches it (RFC 8748 section 3.6), so the client can still spend `balance` plus `creditLimit`.
   */
  creditLimit?: string;
};

/**
 * Turns a fee's decimal amount into whole minor units (cents when `fractionDigits` is 2).
 *
 * @throws EppCodecError if it isn't a decimal, or has more fraction digits.
 */
export function toMinorUnits(amount: string, fractionDigits = 2): number {
  const matched = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(amount);
  if (!matched || (matched[2] === "" && !matched[3])) {
    throw new EppCodecError(2005, `${amount} is not an amount`);
  }
  const fraction = (matched[3] ?? "").padEnd(fractionDigits, "0");
  if (/[1-9]/.test(fraction.slice(fractionDigits))) {
    throw new EppCodecError(2005, `${amount} is finer than a minor unit`);
  }
  const units = Number(`${matched[2]}${fraction.slice(0, fractionDigits)}`);
  if (!Number.isSafeInteger(units)) {
    throw new EppCodecError(2004, `${amount} is too large`);
  }
  return matched[1] === "-" && units !== 0 ? -units : units;
}

/** Formats whole minor units as a decimal amount: 1199 is `11.99`. */
export function fromMinorUnits(units: number, fractionDigits = 2): string {
  const digits = String(Math.abs(units)).padStart(fractionDigits + 1, "0");
  const whole = digits.slice(0, digits.length - fractionDigits);
  const sign = units < 0 ? "-" : "";
  return fractionDigits === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-fractionDigits)}`;
}

const feeElement = elementIn(namespaces.fee);

function encodeCurrency(currency: string | undefined): XmlElement | undefined {
  if (currency === undefined) {
    return undefined;
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new EppCodecError(2005, "a currency is three capital letters");
  }
  return feeElement("currency", {}, [currency]);
}

function decodeCurrency(parent: XmlElement): string | undefined {
  const currency = optionalToken(parent, "currency");
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) {
    throw new EppCodecError(2005, "a currency is three capital letters");
  }
  return currency;
}

function encodeFee(fee: Fee): XmlElement {
  return feeElement(
    "fee",
    {
      description: fee.description,
      refundable: fee.refundable === undefined ? undefined : fee.refundable ? "1" : "0",
      "grace-period": fee.gracePeriod,
    },
    [fee.amount],
  );
}

function decodeFee(item: XmlElement): Fee {
  const amount = tokenOf(item);
  if (!/^\+?(\d+(\.\d*)?|\.\d+)$/.test(amount)) {
    throw new EppCodecError(2005, "a fee is a decimal, zero or more");
  }
  const { description, refundable, "grace-period": gracePeriod } = item.attributes;
  return {
    amount,
    ...(description !== undefined && { description }),
    ...(refundable !== undefined && { refundable: booleanOf("refundable", refundable) }),
    ...(gracePeriod !== undefined && { gracePeriod }),
  };
}

function encodeCredits(credits: readonly FeeCredit[] | undefined): XmlElement[] {
  return (credits ?? []).map((credit) =>
    feeElement("credit", { description: credit.description }, [credit.amount]),
  );
}

/** Returns undefined if there is none. */
function decodeCredits(parent: XmlElement): { credits?: FeeCredit[] } {
  const credits = childrenNamed(parent, "credit").map((item) => {
    const amount = tokenOf(item);
    if (!/^-(\d+(\.\d*)?|\.\d+)$|^[+]?0*\.?0+$/.test(amount)) {
      throw new EppCodecError(2005, "a credit is a decimal, zero or less");
    }
    const { description } = item.attributes;
    return { amount, ...(description !== undefined && { description }) };
  });
  return credits.length === 0 ? {} : { credits };
}

function decodeCommandName(item: XmlElement): FeeCommandName | undefined {
  return feeCommandNames.find((known) => known === item.attributes.name);
}

/** `<fee:check>` (RFC 8748 section 5.1.1). */
export function encodeFeeQuery(query: FeeQuery): XmlElement {
  return feeElement("check", {}, [
    encodeCurrency(query.currency),
    ...query.commands.map((command) =>
      feeElement("command", { name: command.name }, [encodePeriod(namespaces.fee, command.period)]),
    ),
  ]);
}

export function decodeFeeQuery(item: XmlElement): FeeQuery {
  const commands = childrenNamed(item, "command");
  if (commands.length === 0) {
    throw new EppCodecError(2003, "a fee query needs a command");
  }
  const currency = decodeCurrency(item);
  return {
    ...(currency !== undefined && { currency }),
    commands: commands.map((command) => {
      const name = decodeCommandName(command);
      if (name === undefined) {
        throw new EppCodecError(2102, "a command that has no price here");
      }
      const period = decodePeriod(command);
      return { name, ...(period && { period }) };
    }),
  };
}

/** `<fee:chkData>` (RFC 8748 section 5.1.1). */
export function encodeFeeQuote(quote: FeeQuote): XmlElement {
  return feeElement("chkData", {}, [
    encodeCurrency(quote.currency),
    ...quote.items.map((item) =>
      feeElement("cd", { avail: item.available ? "1" : "0" }, [
        feeElement("objID", {}, [item.name]),
        item.class === undefined ? undefined : feeElement("class", {}, [item.class]),
        ...item.commands.map((command) =>
          feeElement("command", { name: command.name, standard: command.standard ? "1" : "0" }, [
            encodePeriod(namespaces.fee, command.period),
            ...command.fees.map(encodeFee),
            ...encodeCredits(command.credits),
            command.reason === undefined ? undefined : feeElement("reason", {}, [command.reason]),
          ]),
        ),
        item.reason === undefined ? undefined : feeElement("reason", {}, [item.reason]),
      ]),
    ),
  ]);
}

export function decodeFeeQuote(item: XmlElement): FeeQuote {
  const currency = decodeCurrency(item);
  if (currency === undefined) {
    throw new EppCodecError(2003, "a price list needs a currency");
  }
  return { currency, items: childrenNamed(item, "cd").map(decodeFeeQuoteItem) };
}

function decodeFeeQuoteItem(item: XmlElement): FeeQuoteItem {
  const priceClass = optionalToken(item, "class");
  const reason = optionalToken(item, "reason");
  const commands: FeeQuoteCommand[] = [];
  for (const command of childrenNamed(item, "command")) {
    const name = decodeCommandName(command);
    // A client can't use prices of custom commands.
    if (name === undefined) {
      continue;
    }
    const period = decodePeriod(command);
    const commandReason = optionalToken(command, "reason");
    commands.push({
      name,
      ...(period && { period }),
      standard: booleanOf("standard", command.attributes.standard ?? "0"),
      fees: childrenNamed(command, "fee").map(decodeFee),
      ...decodeCredits(command),
      ...(commandReason !== undefined && { reason: commandReason }),
    });
  }
  return {
    name: tokenOf(requiredChild(item, "objID")),
    available: booleanOf("avail", item.attributes.avail ?? "1"),
    ...(priceClass !== undefined && { class: priceClass }),
    commands,
    ...(reason !== undefined && { reason }),
  };
}

/** `<fee:create>`, `<fee:renew>`, `<fee:transfer>` or `<fee:update>`: the price that the client accepts. */
export function encodeFeeAgreement(
  name: "create" | "renew" | "transfer" | "update",
  agreement: FeeAgreement,
): XmlElement {
  if (agreement.fees.length === 0) {
    throw new EppCodecError(2003, "an agreed price needs a fee");
  }
  return feeElement(name, {}, [
    encodeCurrency(agreement.currency),
    ...agreement.fees.map(encodeFee),
    ...encodeCredits(agreement.credits),
  ]);
}

export function decodeFeeAgreement(item: XmlElement): FeeAgreement {
  const fees = childrenNamed(item, "fee").map(decodeFee);
  if (fees.length === 0) {
    throw new EppCodecError(2003, "an agreed price needs a fee");
  }
  const currency = decodeCurrency(item);
  return { ...(currency !== undefined && { currency }), fees, ...decodeCredits(item) };
}

/** `<fee:creData>` and similar elements: the price that the server has charged. */
export function encodeFeeCharged(
  name: "creData" | "renData" | "trnData" | "updData" | "delData",
  charged: FeeCharged,
): XmlElement {
  return feeElement(name, {}, [
    encodeCurrency(charged.currency),
    encodePeriod(namespaces.fee, charged.period),
    ...charged.fees.map(encodeFee),
    ...encodeCredits(charged.credits),
    charged.balance === undefined ? undefined : feeElement("balance", {}, [charged.balance]),
    charged.creditLimit === undefined ? undefined : feeElement("creditLimit", {}, [charged.creditLimit]),
  ]);
}

export function decodeFeeCharged(item: XmlElement): FeeCharged {
  const currency = decodeCurrency(item);
  const period = decodePeriod(item);
  const balance = optionalToken(item, "balance");
  const creditLimit = optionalToken(item, "creditLimit");
  return {
    ...(currency !== undefined && { currency }),
    ...(period && { period }),
    fees: childrenNamed(item, "fee").map(decodeFee),
    ...decodeCredits(item),
    ...(balance !== undefined && { balance }),
    ...(creditLimit !== undefined && { creditLimit }),
  };
}
