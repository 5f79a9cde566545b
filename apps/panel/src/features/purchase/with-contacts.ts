import type { DomainContactsInput } from "@zonepost/schema";

/** Maps the form's flat roles to the API's object; unselected roles are omitted. */
export const withContacts = <Chosen extends DomainContactsInput>(chosen: Chosen) => {
  const { registrantId, adminId, techId, ...others } = chosen;
  const contacts: DomainContactsInput = {
    registrantId,
    adminId: adminId || undefined,
    techId: techId || undefined,
  };
  return { ...others, contacts };
};
