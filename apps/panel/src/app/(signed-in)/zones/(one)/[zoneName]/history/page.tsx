import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ZoneHistory } from "@/features/zones/history/zone-history.tsx";
import { zoneNameOfParams } from "@/features/zones/zone-name-of-params.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("zones"))("history") };
}

export default async function Page({ params }: { params: Promise<{ zoneName: string }> }) {
  const zoneName = await zoneNameOfParams(params);
  await prefetch(getTrpc().zones.versions.queryOptions({ zoneName }));
  return (
    <HydratePage>
      <ZoneHistory zoneName={zoneName} />
    </HydratePage>
  );
}
