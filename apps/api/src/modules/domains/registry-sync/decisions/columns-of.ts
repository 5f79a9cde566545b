import type { RegistryDomain } from "../../ports.ts";

export const columnsOf = (held: RegistryDomain) => ({
  dsRecords: held.dsRecords,
  nameservers: held.nameservers,
  glue: held.glue,
  registryContacts: held.contacts,
  registryExpiresAt: held.registryExpiresAt,
  registryStatuses: held.statuses,
});
