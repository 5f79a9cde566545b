/** Whether a domain is locked against transfers, by its registrar. */
export const isLocked = (registryStatuses: readonly string[]): boolean =>
  registryStatuses.includes("clientTransferProhibited");
