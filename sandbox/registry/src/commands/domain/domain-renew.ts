import type { DomainRenewCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { heldStatuses } from "../../rules/domain.ts";
import { withGrace } from "../../rules/grace.ts";
import { assertAgreed, feeOf, priceOf } from "../../rules/prices.ts";
import { assertRenewable } from "../../rules/statuses.ts";
import { addYears, yearsOf } from "../../rules/years.ts";
import { saveDomain } from "../../state/domains.ts";
import { bookCharges, readAccount, requireFunds } from "../../state/registrars.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { offeredName, ownDomain } from "./domain-access.ts";

export async function renewDomain(context: CommandContext, command: DomainRenewCommand): Promise<Done> {
  const name = offeredName(command.name);
  const years = yearsOf(command.period);
  const { registrar, now } = context;
  const price = priceOf(name, "renew", years);
  const expiresAt = await context.sql.begin(async (tx) => {
    const domain = await ownDomain(tx, name, context);
    assertRenewable(heldStatuses(domain));
    // RFC 5731 section 3.2.3: the date guards against renewing twice.
    if (domain.expiresAt.toISOString().slice(0, 10) !== command.currentExpiryDate) {
      throw new Refusal(2306, "that is not the current expiry date");
    }
    const renewedUntil = addYears(domain.expiresAt, years);
    const { tld, maxYears } = name.rules;
    if (renewedUntil > addYears(now, maxYears)) {
      throw new Refusal(2105, `.${tld} is registered for at most ${maxYears} years ahead`);
    }
    assertAgreed(name, "renew", years, command.fee);
    const charge = { registrar, cents: price };
    await requireFunds(tx, charge);
    const renewed = withGrace(
      { ...domain, expiresAt: renewedUntil, updatedBy: registrar, updatedAt: now },
      { status: "renewPeriod", years, credit: price },
      now,
    );
    await saveDomain(tx, renewed);
    await bookCharges(tx, [charge]);
    return renewedUntil;
  });
  return {
    parts: encodeResult("domain:renew", {
      name: name.name,
      expiresAt,
      ...feeOf(name, await readAccount(context.sql, registrar), { price }),
    }),
  };
}
