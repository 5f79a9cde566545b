import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditExportQuery } from "@zonepost/schema";
import type { AuditPage } from "@zonepost/schema/panel";
import { toASCII } from "punycode/punycode.js";
import { endOfDay, startOfDay } from "../../ui/values/day-bounds.ts";

export type AuditFilters = { kind: string | null; who: string; what: string; from: string; until: string };

const auditPageSize = 50;

export function auditFilterOf(filters: AuditFilters, timeZone: string): AuditExportQuery {
  const filter: AuditExportQuery = {
    action: filters.kind ?? undefined,
    actor: filters.who.trim() || undefined,
    // Names are typed in any script. The API uses A-labels.
    target: toASCII(filters.what.trim()) || undefined,
    from: startOfDay(filters.from, timeZone),
    until: endOfDay(filters.until, timeZone),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

export const auditListInput = (filters: AuditFilters, timeZone: string) => ({
  ...auditFilterOf(filters, timeZone),
  limit: auditPageSize,
});

type AuditListInput = ReturnType<typeof auditListInput>;

/** The paginated list. Server and browser each use their own client. */
export const auditPagesOptions = (
  input: AuditListInput,
  read: (input: AuditListInput & { cursor?: string }) => Promise<AuditPage>,
) =>
  infiniteQueryOptions({
    queryKey: ["audit", "pages", input],
    queryFn: ({ pageParam }) => read(pageParam === null ? input : { ...input, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export function auditExportUrl(apiUrl: string, filters: AuditFilters, timeZone: string): string {
  const query = new URLSearchParams(auditFilterOf(filters, timeZone) as Record<string, string>).toString();
  return `${apiUrl}/audit-log/export${query && `?${query}`}`;
}
