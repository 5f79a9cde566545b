import type { DomainCreateCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { missingContacts } from "../../rules/contacts.ts";
import { changeNameservers } from "../../rules/delegation.ts";
import { idnTableOf } from "../../rules/names.ts";
import { assertAgreed, feeOf, priceOf } from "../../rules/prices.ts";
import { addDays, addYears, yearsOf } from "../../rules/years.ts";
import { insertDomain, type NewDomain } from "../../state/domains.ts";
import { moveHosts } from "../../state/hosts.ts";
import { lockCurrentDomain } from "../../state/passing-time.ts";
import { bookCharges, readAccount, requireFunds } from "../../state/registrars.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { offeredName } from "./domain-access.ts";
import { assertContacts } from "./domain-contacts.ts";
import { firstDnssec } from "./domain-dnssec.ts";
import { assureHosts } from "./domain-hosts.ts";

export async function createDomain(context: CommandContext, command: DomainCreateCommand): Promise<Done> {
  const name = offeredName(command.name);
  if (name.magic === "fail") {
    throw new Refusal(2400, "this name fails");
  }
  if (name.magic === "taken") {
    throw new Refusal(2302, "this domain is registered");
  }
  if (name.magic === "refused") {
    throw new Refusal(2306, "this name is refused");
  }
  const years = yearsOf(command.period);
  const { minYears, maxYears, tld, profile } = name.rules;
  if (years < minYears || years > maxYears) {
    throw new Refusal(2306, `.${tld} is registered for ${minYears} to ${maxYears} years`);
  }
  assertAgreed(name, "create", years, command.fee);
  const idnTable = idnTableOf(name, command);
  const held = { registrant: command.registrant ?? null, contacts: command.contacts ?? [] };
  const [missing] = missingContacts(held, name.rules);
  if (missing) {
    throw new Refusal(2003, `a domain below .${tld} needs a contact: ${missing}`);
  }

  const price = priceOf(name, "create", years);
  const createdAt = context.now;
  const expiresAt = addYears(createdAt, years);
  const domain: NewDomain = {
    name: name.name,
    sponsor: context.registrar,
    ...held,
    nameservers: changeNameservers([], [], command.nameservers ?? [], name.rules),
    ...firstDnssec(name, command.secDns),
    idnTable,
    authInfo: command.authInfo,
    graces: [
      {
        status: "addPeriod",
        years,
        credit: price,
        endsAt: addDays(createdAt, profile.graceDays.addPeriod),
      },
    ],
    createdAt,
    expiresAt,
  };
  await context.sql.begin(async (tx) => {
    // A deleted domain of this name may be due for a purge.
    if (await lockCurrentDomain(tx, domain.name, context.now)) {
      throw registered();
    }
    const charge = { registrar: context.registrar, cents: price };
    await requireFunds(tx, charge);
    await assertContacts(tx, held, name.rules);
    await assureHosts(tx, name, command.nameservers ?? [], context);
    if (!(await insertDomain(tx, domain))) {
      throw registered();
    }
    await moveHosts(tx, domain.name, domain.sponsor, createdAt);
    await bookCharges(tx, [charge]);
  });
  return {
    parts: encodeResult("domain:create", {
      name: domain.name,
      createdAt,
      expiresAt,
      ...feeOf(name, await readAccount(context.sql, context.registrar), { price }),
    }),
  };
}

function registered(): Refusal {
  return new Refusal(2302, "this domain is registered");
}
