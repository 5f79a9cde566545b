import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecordsPage } from "@/features/zones/records/records-page.tsx";
import { zoneNameOfParams } from "@/features/zones/zone-name-of-params.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getQueryClient, getTrpc, prefetch } from "@/trpc/server.tsx";

/** More records load after the page: they would be in its document twice, as data and drawn. */
const mostInDocument = 200;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("zones"))("records") };
}

export default async function Page({ params }: { params: Promise<{ zoneName: string }> }) {
  const zoneName = await zoneNameOfParams(params);
  const { zones } = getTrpc();
  await prefetch(zones.get.queryOptions({ zoneName }));
  const zone = getQueryClient().getQueryData(zones.get.queryKey({ zoneName }));
  if (zone && zone.recordCount <= mostInDocument) {
    await prefetch(zones.content.queryOptions({ zoneName }));
  }
  return (
    <HydratePage>
      <RecordsPage zoneName={zoneName} />
    </HydratePage>
  );
}
