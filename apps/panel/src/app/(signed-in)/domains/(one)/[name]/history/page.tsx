import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { DomainHistory } from "@/features/history/domain-history.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domain"))("history") };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const name = await nameOfParams(params);
  await prefetch(getTrpc().domains.history.queryOptions({ name }));
  return (
    <HydratePage>
      <DomainHistory name={name} />
    </HydratePage>
  );
}
