import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { Usage } from "@/features/mail/usage/usage.tsx";
import { loadUsageParams } from "@/features/mail/usage/usage-params.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

type Props = { params: Promise<{ domainName: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("usage") };
}

export default async function Page({ params, searchParams }: Props) {
  const domainName = await nameOfParams(params);
  const { days } = await loadUsageParams(searchParams);
  const { mail } = getTrpc();
  await prefetch(mail.usage.queryOptions({ domainName, days }), mail.settings.queryOptions());
  return (
    <HydratePage>
      <Usage domainName={domainName} />
    </HydratePage>
  );
}
