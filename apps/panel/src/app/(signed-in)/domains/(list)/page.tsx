import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { DomainList } from "@/features/domain-list/domain-list.tsx";
import {
  domainFilterOf,
  domainPageInputOf,
  loadDomainListParams,
} from "@/features/domains/domain-list-params.ts";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch, prefetchPages } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domains"))("title") };
}

export default async function DomainsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { domains } = getTrpc();
  const params = await loadDomainListParams(searchParams);
  await Promise.all([
    prefetchPages(domains.page.infiniteQueryOptions(domainPageInputOf(params), nextPage)),
    prefetch(domains.counts.queryOptions(domainFilterOf(params)), domains.batches.list.queryOptions()),
  ]);
  return (
    <HydratePage>
      <DomainList />
    </HydratePage>
  );
}
