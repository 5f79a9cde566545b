import type { ContactDeleteCommand } from "@zonepost/epp";
import { Refusal } from "../../refusal.ts";
import { assertRemovable } from "../../rules/statuses.ts";
import { domainsWithContact, heldStatuses, removeContact } from "../../state/contacts.ts";
import { passTimeFor } from "../../state/passing-time.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { ownContact } from "./contact-access.ts";

export async function removeOwnContact(context: CommandContext, { id }: ContactDeleteCommand): Promise<Done> {
  // A domain that still uses the contact may be due for a purge.
  const users = await domainsWithContact(context.sql, id);
  if (users.length > 0) {
    await passTimeFor(context.sql, users, context.now);
  }
  await context.sql.begin(async (tx) => {
    const contact = await ownContact(tx, id, context);
    assertRemovable(heldStatuses(contact));
    const [user] = await domainsWithContact(tx, id);
    if (user !== undefined) {
      throw new Refusal(2305, "a domain has this contact");
    }
    await removeContact(tx, id);
  });
  return {};
}
