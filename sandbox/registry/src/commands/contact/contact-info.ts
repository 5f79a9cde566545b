import type { ContactInfoCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { describeContact, findContact } from "../../state/contacts.ts";
import { lockCurrentContact } from "../../state/passing-time.ts";
import { matchesSecret } from "../../state/secrets.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { missingContactRefusal } from "./contact-access.ts";

export async function showContact(
  { sql, registrar, now }: CommandContext,
  { id, authInfo }: ContactInfoCommand,
): Promise<Done> {
  let contact = await findContact(sql, id);
  if (contact?.transferDueAt && contact.transferDueAt <= now) {
    await sql.begin((tx) => lockCurrentContact(tx, id, now));
    contact = await findContact(sql, id);
  }
  if (!contact) {
    throw missingContactRefusal();
  }
  if (authInfo !== undefined) {
    if (!(await matchesSecret(authInfo, contact.authInfoHash))) {
      throw new Refusal(2202, "that is not the contact's authorization information");
    }
  } else if (contact.sponsor !== registrar) {
    throw new Refusal(2201, "another registrar sponsors this contact");
  }
  return { parts: encodeResult("contact:info", describeContact(contact, contact.isLinked)) };
}
