import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { NameserversPage } from "@/features/nameservers/nameservers-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domain"))("nameservers") };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const [name] = await Promise.all([nameOfParams(params), prefetch(getTrpc().domains.tlds.queryOptions())]);
  return (
    <HydratePage>
      <NameserversPage name={name} />
    </HydratePage>
  );
}
