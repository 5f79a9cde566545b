import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NameserversPage } from "@/features/zones/publication/nameservers-page.tsx";
import { zoneNameOfParams } from "@/features/zones/zone-name-of-params.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchIfFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("zones"))("nameservers") };
}

export default async function Page({ params }: { params: Promise<{ zoneName: string }> }) {
  const zoneName = await zoneNameOfParams(params);
  const hasDomain = await prefetchIfFound(getTrpc().domains.get.queryOptions({ name: zoneName }));
  return (
    <HydratePage>
      <NameserversPage zoneName={zoneName} hasDomain={hasDomain} />
    </HydratePage>
  );
}
