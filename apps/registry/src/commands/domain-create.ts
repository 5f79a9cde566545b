import { type DomainCreateCommand, encodeResult, fromMinorUnits } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { changeNameservers, firstDsRecords } from "../rules/delegation.ts";
import { assertAgreed, priceOf } from "../rules/prices.ts";
import { currency } from "../rules/tlds.ts";
import { addYears, yearsOf } from "../rules/years.ts";
import { insertDomain } from "../state/domains.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { offeredName } from "./own-domain.ts";

export async function createDomain(context: CommandContext, command: DomainCreateCommand): Promise<Done> {
  const name = offeredName(command.name);
  if (name.magic === "fail") throw new Refusal(2400, "this name fails");
  if (name.magic === "taken") throw new Refusal(2302, "this domain is registered");
  if (command.contacts || command.registrant !== undefined)
    throw new Refusal(2306, "domains have no contacts here");
  const years = yearsOf(command.period);
  const { minYears, maxYears, tld } = name.rules;
  if (years < minYears || years > maxYears) {
    throw new Refusal(2306, `.${tld} is registered for ${minYears} to ${maxYears} years`);
  }
  assertAgreed(name, "create", years, command.fee);
  const createdAt = context.now;
  const expiresAt = addYears(createdAt, years);
  const inserted = await insertDomain(context.sql, {
    name: name.name,
    sponsor: context.registrar,
    nameservers: changeNameservers([], [], command.nameservers ?? []),
    dsRecords: command.secDns ? firstDsRecords(command.secDns, name.rules) : [],
    authInfo: command.authInfo,
    createdAt,
    expiresAt,
  });
  if (!inserted) throw new Refusal(2302, "this domain is registered");
  const fee = command.fee && {
    currency,
    fees: [{ amount: fromMinorUnits(priceOf(name, "create", years)) }],
  };
  return {
    parts: encodeResult("domain:create", { name: name.name, createdAt, expiresAt, ...(fee && { fee }) }),
  };
}
