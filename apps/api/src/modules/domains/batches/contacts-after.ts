import type { BatchContacts, DomainContactsInput } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { presentContacts } from "../contacts/change-domain-contacts.ts";
import type { DomainRow } from "../model/domain-row.ts";

/** A domain's contacts after a batch: a role that it doesn't name keeps its own, or uses the registrant. */
export function contactsAfter(
  domain: Pick<DomainRow, "registrantContactId" | "adminContactId" | "techContactId">,
  { registrantId, adminId, techId }: BatchContacts,
): DomainContactsInput {
  const kept = (id: string | null) => (id === null ? undefined : publicId("con", id));
  return {
    registrantId: registrantId ?? presentContacts(domain).registrantId,
    adminId: adminId ?? kept(domain.adminContactId),
    techId: techId ?? kept(domain.techContactId),
  };
}
