import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ZoneSettings } from "@/features/zones/settings/zone-settings.tsx";
import { zoneNameOfParams } from "@/features/zones/zone-name-of-params.ts";
import { HydratePage } from "@/trpc/page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("zones"))("settings") };
}

export default async function Page({ params }: { params: Promise<{ zoneName: string }> }) {
  const zoneName = await zoneNameOfParams(params);
  return (
    <HydratePage>
      <ZoneSettings zoneName={zoneName} />
    </HydratePage>
  );
}
