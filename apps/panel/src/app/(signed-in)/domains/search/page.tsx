import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DomainSearch } from "@/features/domain-search/domain-search.tsx";
import { HydratePage } from "@/trpc/page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("title") };
}

/** Nothing is prefetched: the page renders at once, and results appear as the registries respond. */
export default function SearchPage() {
  return (
    <HydratePage>
      <DomainSearch />
    </HydratePage>
  );
}
