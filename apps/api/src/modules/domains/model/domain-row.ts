import type { domains } from "@zonepost/db";
import type { Domain } from "@zonepost/schema";

export type DomainRow = typeof domains.$inferSelect;

/** Leaves out the registrar, which callers never see. */
export function domainOfRow(row: DomainRow): Domain {
  return {
    name: row.name,
    tld: row.tld,
    status: row.status,
    autoRenew: row.autoRenew,
    whoisPrivacy: row.whoisPrivacy,
    registeredAt: row.registeredAt.toISOString(),
    expiresAt: row.paidUntil.toISOString(),
  };
}
