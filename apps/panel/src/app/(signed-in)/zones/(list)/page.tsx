import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { ZoneList } from "@/features/zones/list/zone-list.tsx";
import { loadZoneListParams, zonePageInputOf } from "@/features/zones/list/zone-list-params.ts";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch, prefetchFirstPage } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("zones"))("title") };
}

type Props = { searchParams: Promise<SearchParams> };

export default pageFor<Props>({ right: "zones:read", what: "zones" }, async ({ searchParams }) => {
  const { zones } = getTrpc();
  const params = await loadZoneListParams(searchParams);
  await Promise.all([
    prefetch(zones.hosting.queryOptions()),
    prefetchFirstPage(zones.page.infiniteQueryOptions(zonePageInputOf(params), nextPage)),
  ]);
  return (
    <HydratePage>
      <ZoneList />
    </HydratePage>
  );
});
