import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { DomainList } from "../_parts/domain-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domains"))("title") };
}

export default async function DomainsPage() {
  const { domains } = getTrpc();
  await prefetch(domains.list.queryOptions(), domains.batches.list.queryOptions());
  return (
    <HydrateClient>
      <DomainList />
    </HydrateClient>
  );
}
