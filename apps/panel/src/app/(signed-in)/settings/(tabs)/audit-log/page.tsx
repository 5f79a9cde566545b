import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { RightMissing } from "@/app/_parts/right-missing.tsx";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { getTrpc, HydrateClient, prefetchPages } from "@/trpc/server.tsx";
import { AuditLog } from "./_parts/audit-log.tsx";
import { auditListInput, nextAuditPage } from "./_parts/audit-query.ts";
import { loadAuditParams } from "./search-params.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auditLog"))("title") };
}

export default async function AuditLogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { session } = await requireSession();
  if (!hasRight(session, "audit:read")) return <RightMissing what="audit" />;
  const input = auditListInput(await loadAuditParams(searchParams), await getTimeZone());
  await prefetchPages(getTrpc().audit.list.infiniteQueryOptions(input, nextAuditPage));
  return (
    <HydrateClient>
      <AuditLog />
    </HydrateClient>
  );
}
