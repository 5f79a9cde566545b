import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { AuditLog } from "@/features/audit-log/audit-log.tsx";
import { loadAuditParams } from "@/features/audit-log/audit-params.ts";
import { auditListInput, auditPagesOptions } from "@/features/audit-log/audit-query.ts";
import { requireSession } from "@/session.ts";
import { getQueryClient, getTrpcClient, HydratePage } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auditLog"))("title") };
}

export default async function AuditLogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { session } = await requireSession();
  if (!hasRight(session, "audit:read")) {
    return <RightMissing what="audit" />;
  }
  const input = auditListInput(await loadAuditParams(searchParams), await getTimeZone());
  await getQueryClient().prefetchInfiniteQuery({
    ...auditPagesOptions(input, (page) => getTrpcClient().audit.list.query(page)),
    retry: false,
  });
  return (
    <HydratePage>
      <AuditLog />
    </HydratePage>
  );
}
