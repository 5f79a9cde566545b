import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { AuditLog } from "@/features/audit-log/audit-log.tsx";
import { loadAuditParams } from "@/features/audit-log/audit-params.ts";
import { auditListInput, auditPagesOptions } from "@/features/audit-log/audit-query.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getQueryClient, getTrpcClient } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auditLog"))("title") };
}

export default pageFor<{ searchParams: Promise<SearchParams> }>(
  { right: "audit:read", what: "audit" },
  async ({ searchParams }) => {
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
  },
);
