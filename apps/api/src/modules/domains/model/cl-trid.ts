/** Identifies a command in both parties' logs and in the audit log; at most 64 characters (RFC 5730 section 2.5). */
export const clTridOf = (id: string): string => `zp-${id}`;
