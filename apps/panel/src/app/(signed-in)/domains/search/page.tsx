import { domainSearchQuery } from "@zonepost/schema";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { DomainSearch } from "./_parts/domain-search.tsx";
import { domainSearchParams } from "./search-params.ts";

const load = createLoader(domainSearchParams);

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("title") };
}

export default async function SearchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = domainSearchQuery.safeParse(await load(searchParams));
  if (query.success) await prefetch(getTrpc().domains.search.queryOptions(query.data));
  return (
    <HydrateClient>
      <DomainSearch />
    </HydrateClient>
  );
}
