import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DnssecPage } from "@/features/dnssec/dnssec-page.tsx";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domain"))("dnssec") };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const name = await nameOfParams(params);
  const { domains } = getTrpc();
  // The layout has already read the domain with its DS records.
  await prefetch(domains.keyTimeline.queryOptions({ name }), domains.tlds.queryOptions());
  return (
    <HydratePage>
      <DnssecPage name={name} />
    </HydratePage>
  );
}
