import type { AuditExportQuery } from "@zonepost/schema";
import { endOfDay, startOfDay } from "./day-bounds.ts";

export type AuditFilters = { kind: string | null; who: string; what: string; from: string; until: string };

export const auditPageSize = 50;

/** What the service is asked, by what stands in the address. */
export function auditFilterOf(filters: AuditFilters, timeZone: string): AuditExportQuery {
  const filter: AuditExportQuery = {
    action: filters.kind ?? undefined,
    actor: filters.who.trim() || undefined,
    target: filters.what.trim() || undefined,
    from: startOfDay(filters.from, timeZone),
    until: endOfDay(filters.until, timeZone),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

export const auditListInput = (filters: AuditFilters, timeZone: string) => ({
  ...auditFilterOf(filters, timeZone),
  limit: auditPageSize,
});

export const nextAuditPage = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

/** Where the same entries are to be had as a file. */
export function auditExportUrl(apiUrl: string, filters: AuditFilters, timeZone: string): string {
  const query = new URLSearchParams(auditFilterOf(filters, timeZone) as Record<string, string>).toString();
  return `${apiUrl}/audit-log/export${query && `?${query}`}`;
}
