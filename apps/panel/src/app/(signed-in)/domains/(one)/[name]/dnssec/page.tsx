import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { nameOfParams } from "../name-of-params.ts";
import { DnssecPage } from "./_parts/dnssec-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domain"))("dnssec") };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const name = await nameOfParams(params);
  const { domains } = getTrpc();
  // The layout has read the domain already, DS records included.
  await prefetch(domains.keyTimeline.queryOptions({ name }), domains.tlds.queryOptions());
  return (
    <HydrateClient>
      <DnssecPage name={name} />
    </HydrateClient>
  );
}
