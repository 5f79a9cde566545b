import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { RightMissing } from "@/app/_parts/right-missing.tsx";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { getQueryClient, getTrpcClient, HydrateClient } from "@/trpc/server.tsx";
import { AuditLog } from "./_parts/audit-log.tsx";
import { auditListInput, auditPagesOptions } from "./_parts/audit-query.ts";
import { loadAuditParams } from "./search-params.ts";

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
    <HydrateClient>
      <AuditLog />
    </HydrateClient>
  );
}
