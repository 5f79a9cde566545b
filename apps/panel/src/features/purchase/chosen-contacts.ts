import type { DomainContactsInput } from "@zonepost/schema";

/** A form has its roles side by side, the API in an object of their own; a role that nobody chose is left out. */
export const withContacts = <Chosen extends DomainContactsInput>(chosen: Chosen) => {
  const { registrantId, adminId, techId, ...others } = chosen;
  const contacts: DomainContactsInput = {
    registrantId,
    ...(adminId ? { adminId } : {}),
    ...(techId ? { techId } : {}),
  };
  return { ...others, contacts };
};
