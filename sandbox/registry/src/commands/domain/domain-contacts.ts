import type postgres from "postgres";
import { Refusal } from "../../refusal.ts";
import { assertRegistrantCountry, assertStored, type DomainContacts } from "../../rules/contacts.ts";
import type { TldRules } from "../../rules/tlds.ts";
import { holdContacts } from "../../state/contacts.ts";

/** Refuses contacts that don't exist, and registrants that aren't eligible for the name. */
export async function assertContacts(
  tx: postgres.TransactionSql,
  { registrant, contacts }: DomainContacts,
  rules: TldRules,
): Promise<void> {
  assertStored({ registrant, contacts }, rules);
  const ids = new Set(contacts.map(({ id }) => id));
  if (registrant !== null) {
    ids.add(registrant);
  }
  const found = new Map((await holdContacts(tx, [...ids])).map((contact) => [contact.id, contact]));
  for (const id of ids) {
    if (!found.has(id)) {
      throw new Refusal(2303, `there is no contact ${id}`);
    }
  }
  const holder = registrant === null ? undefined : found.get(registrant);
  if (!holder) {
    return;
  }
  assertRegistrantCountry(
    holder.postalInfos.map((info) => info.address.countryCode),
    rules,
  );
}
