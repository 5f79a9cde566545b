import type postgres from "postgres";
import { Refusal } from "../../refusal.ts";
import type { StoredContact } from "../../state/contacts.ts";
import { lockCurrentContact } from "../../state/passing-time.ts";
import type { CommandContext } from "../command-context.ts";

export function missingContactRefusal(): Refusal {
  return new Refusal(2303, "there is no such contact");
}

/** Returns a contact, up to date. */
export async function currentContact(
  tx: postgres.TransactionSql,
  id: string,
  now: Date,
): Promise<StoredContact> {
  const contact = await lockCurrentContact(tx, id, now);
  if (!contact) {
    throw missingContactRefusal();
  }
  return contact;
}

/** Returns the contact that a command changes. Only its sponsor may change it. */
export async function ownContact(
  tx: postgres.TransactionSql,
  id: string,
  { registrar, now }: CommandContext,
): Promise<StoredContact> {
  const contact = await currentContact(tx, id, now);
  if (contact.sponsor !== registrar) {
    throw new Refusal(2201, "another registrar sponsors this contact");
  }
  return contact;
}

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** RFC 5733 sections 2.5 and 2.6: countries are from ISO 3166-1, and an e-mail address has one @. */
export function assertContactData(countries: readonly string[], email: string | undefined): void {
  for (const country of countries) {
    if (!/^[A-Z]{2}$/.test(country) || country === "ZZ" || regions.of(country) === undefined) {
      throw new Refusal(2005, `${country} is not a country of ISO 3166-1`);
    }
  }
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) {
    throw new Refusal(2005, "that is not an e-mail address");
  }
}
