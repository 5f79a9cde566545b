/** The name of a command in both parties' logs, at most 64 characters (RFC 5730 section 2.5). The audit log has it too. */
export const clTridOf = (id: string): string => `zp-${id}`;
