import type { ContactUpdateCommand, PostalInfo, PostalInfoChange } from "@zonepost/epp";
import { Refusal } from "../../refusal.ts";
import { assertRegistrantCountry } from "../../rules/contacts.ts";
import { assertUpdatable, changeStatuses } from "../../rules/statuses.ts";
import { tldRules } from "../../rules/tlds.ts";
import { heldStatuses, isRegistrantBelow, saveContact } from "../../state/contacts.ts";
import { hashAuthInfo } from "../../state/secrets.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { assertContactData, ownContact } from "./contact-access.ts";

export async function updateContact(context: CommandContext, command: ContactUpdateCommand): Promise<Done> {
  const { addStatuses = [], removeStatuses = [], change = {} } = command;
  const changedCountries = (change.postalInfos ?? []).flatMap((info) => info.address?.countryCode ?? []);
  assertContactData(changedCountries, change.email);
  const authInfoHash = await hashAuthInfo(change.authInfo);
  await context.sql.begin(async (tx) => {
    const contact = await ownContact(tx, command.id, context);
    assertUpdatable(heldStatuses(contact), removeStatuses.includes("clientUpdateProhibited"));
    for (const rules of tldRules.values()) {
      if (!rules.profile.registrantCountries || changedCountries.length === 0) {
        continue;
      }
      if (await isRegistrantBelow(tx, contact.id, rules.tld)) {
        assertRegistrantCountry(changedCountries, rules);
      }
    }
    await saveContact(tx, {
      ...contact,
      statuses: changeStatuses(contact.statuses, removeStatuses, addStatuses),
      postalInfos: changePostalInfos(contact.postalInfos, change.postalInfos ?? []),
      voice: change.voice === undefined ? contact.voice : change.voice,
      fax: change.fax === undefined ? contact.fax : change.fax,
      email: change.email ?? contact.email,
      authInfoHash: change.authInfo === undefined ? contact.authInfoHash : authInfoHash,
      disclosure: change.disclosure ?? contact.disclosure,
      updatedBy: context.registrar,
      updatedAt: context.now,
    });
  });
  return {};
}

/** Updates an existing form, or adds a new one if it is complete. */
function changePostalInfos(
  current: readonly PostalInfo[],
  changes: readonly PostalInfoChange[],
): PostalInfo[] {
  const changed = new Map(current.map((info) => [info.type, info]));
  for (const { type, name, organization, address } of changes) {
    const held = changed.get(type);
    const whole = { name: name ?? held?.name, address: address ?? held?.address };
    if (whole.name === undefined || whole.address === undefined) {
      throw new Refusal(2003, `a new form of type ${type} needs a name and an address`);
    }
    const kept = organization ?? held?.organization;
    changed.set(type, {
      type,
      name: whole.name,
      ...(kept && { organization: kept }),
      address: whole.address,
    });
  }
  return [...changed.values()];
}
