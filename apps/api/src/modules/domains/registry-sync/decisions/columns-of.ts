import type { RegistryDomain } from "../../ports.ts";

/** The columns of a domain's row that mirror the registry. */
export const columnsOf = (held: RegistryDomain) => ({
  dsRecords: held.dsRecords,
  nameservers: held.nameservers,
  glue: held.glue,
  registryContacts: held.contacts,
  registryExpiresAt: held.registryExpiresAt,
  registryStatuses: held.statuses,
});
