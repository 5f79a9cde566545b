import { type DomainRenewCommand, encodeResult, fromMinorUnits } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { assertAgreed, priceOf } from "../rules/prices.ts";
import { assertRenewable } from "../rules/statuses.ts";
import { currency } from "../rules/tlds.ts";
import { addYears, yearsOf } from "../rules/years.ts";
import { saveDomain } from "../state/domains.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { offeredName, ownDomain } from "./own-domain.ts";

export async function renewDomain(context: CommandContext, command: DomainRenewCommand): Promise<Done> {
  const name = offeredName(command.name);
  const years = yearsOf(command.period);
  const expiresAt = await context.sql.begin(async (tx) => {
    const domain = await ownDomain(tx, name, context);
    assertRenewable(domain.statuses);
    // RFC 5731 section 3.2.3: the date guards against renewing twice.
    if (domain.expiresAt.toISOString().slice(0, 10) !== command.currentExpiryDate) {
      throw new Refusal(2306, "that is not the current expiry date");
    }
    const renewedUntil = addYears(domain.expiresAt, years);
    if (renewedUntil > addYears(context.now, name.rules.maxYears)) {
      throw new Refusal(
        2105,
        `.${name.rules.tld} is registered for at most ${name.rules.maxYears} years ahead`,
      );
    }
    assertAgreed(name, "renew", years, command.fee);
    await saveDomain(tx, {
      ...domain,
      expiresAt: renewedUntil,
      updatedBy: context.registrar,
      updatedAt: context.now,
    });
    return renewedUntil;
  });
  const fee = command.fee && {
    currency,
    fees: [{ amount: fromMinorUnits(priceOf(name, "renew", years)) }],
  };
  return { parts: encodeResult("domain:renew", { name: name.name, expiresAt, ...(fee && { fee }) }) };
}
