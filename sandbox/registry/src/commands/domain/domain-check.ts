import {
  type DomainAvailability,
  type DomainCheckCommand,
  type FeeQuery,
  type FeeQuoteCommand,
  type FeeQuoteItem,
  fromMinorUnits,
} from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { type OfferedName, validateName } from "../../rules/names.ts";
import { priceOf } from "../../rules/prices.ts";
import { currency } from "../../rules/tlds.ts";
import { yearsOf } from "../../rules/years.ts";
import { existingNames } from "../../state/domains.ts";
import { passTimeFor } from "../../state/passing-time.ts";
import type { CommandContext, Done } from "../command-context.ts";

const maxNames = 50;

export async function checkDomains(context: CommandContext, command: DomainCheckCommand): Promise<Done> {
  if (command.names.length > maxNames) {
    throw new Refusal(2306, `at most ${maxNames} names at once`);
  }
  if (command.fee?.currency !== undefined && command.fee.currency !== currency) {
    throw new Refusal(2004, `prices are in ${currency}`);
  }
  const checked = command.names.map((given) => ({ given, name: validateName(given) }));
  if (checked.some(({ name }) => name.kind === "offered" && name.magic === "fail")) {
    throw new Refusal(2400, "this name fails");
  }
  const existing = await takenNames(
    context,
    command.names.map((given) => given.toLowerCase()),
  );
  const domains = checked.map(({ given, name }): DomainAvailability => {
    if (name.kind === "rejected") {
      return { name: given, available: false, reason: name.reason };
    }
    const taken = name.magic === "taken" || existing.has(name.name);
    return taken ? { name: given, available: false, reason: "In use" } : { name: given, available: true };
  });
  const { fee } = command;
  const isQuoted = checked.some(({ name }) => name.kind === "rejected" || name.rules.profile.quotesFees);
  const quote = fee &&
    isQuoted && {
      currency,
      items: checked.flatMap(({ given, name }): FeeQuoteItem[] => {
        if (name.kind === "rejected") {
          return [{ name: given, available: false, commands: [], reason: name.reason }];
        }
        return name.rules.profile.quotesFees ? [quoteName(given, name, fee)] : [];
      }),
    };
  return { parts: encodeResult("domain:check", { domains, ...(quote && { fee: quote }) }) };
}

/** Takes one query, unless one of the names is due for a purge. */
async function takenNames({ sql, now }: CommandContext, names: readonly string[]): Promise<Set<string>> {
  let found = await existingNames(sql, names, now);
  const due = found.filter(({ isDue }) => isDue);
  if (due.length > 0) {
    await passTimeFor(
      sql,
      due.map(({ name }) => name),
      now,
    );
    found = await existingNames(sql, names, now);
  }
  return new Set(found.map(({ name }) => name));
}

function quoteName(given: string, name: OfferedName, query: FeeQuery): FeeQuoteItem {
  const commands = query.commands.map((asked): FeeQuoteCommand => {
    const standard = name.magic !== "premium";
    const timed = asked.name === "create" || asked.name === "renew";
    const years = yearsOf(asked.period);
    const period = timed ? { period: { value: years, unit: "y" as const } } : {};
    const { minYears, maxYears } = name.rules;
    if (timed && (years < minYears || years > maxYears)) {
      return { name: asked.name, ...period, standard, fees: [], reason: `${minYears} to ${maxYears} years` };
    }
    return {
      name: asked.name,
      ...period,
      standard,
      fees: [{ amount: fromMinorUnits(priceOf(name, asked.name, years)) }],
    };
  });
  return {
    name: given,
    // RFC 8748 section 3.9: if one price is unavailable, the whole list is.
    available: commands.every((command) => command.reason === undefined),
    class: name.magic === "premium" ? "premium" : "standard",
    commands,
  };
}
