import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ZoneHeader } from "@/features/zones/zone-header.tsx";
import { zoneNameOfParams } from "@/features/zones/zone-name-of-params.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { getTrpc, HydrateClient, prefetch, prefetchIfFound, prefetchOrNotFound } from "@/trpc/server.tsx";

type Props = { params: Promise<{ zoneName: string }>; children: ReactNode };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = toUnicodeName(await zoneNameOfParams(params));
  const title = (await getTranslations("zones"))("titleOf", { name });
  return { title: { default: title, template: `%s · ${title} · Zonepost` } };
}

export default async function ZoneLayout({ params, children }: Props) {
  const zoneName = await zoneNameOfParams(params);
  const { zones, domains } = getTrpc();
  const [, hasDomain] = await Promise.all([
    prefetchOrNotFound(zones.get.queryOptions({ zoneName })),
    prefetchIfFound(domains.get.queryOptions({ name: zoneName })),
    prefetch(zones.publication.queryOptions({ zoneName })),
  ]);
  return (
    <HydrateClient>
      <ZoneHeader zoneName={zoneName} hasDomain={hasDomain} />
      {children}
    </HydrateClient>
  );
}
