import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DomainSearch } from "@/features/domain-search/domain-search.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("title") };
}

/** Nothing is read ahead: the page comes at once, and the results as registries answer. */
export default function SearchPage() {
  return <DomainSearch />;
}
