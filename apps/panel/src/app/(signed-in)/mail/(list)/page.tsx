import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { MailDomainList } from "@/features/mail/mail-domain-list.tsx";
import { loadMailListParams, mailPageInputOf } from "@/features/mail/mail-list-params.ts";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchFirstPage } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("title") };
}

export default async function MailPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await loadMailListParams(searchParams);
  await prefetchFirstPage(getTrpc().mail.page.infiniteQueryOptions(mailPageInputOf(params), nextPage));
  return (
    <HydratePage>
      <MailDomainList />
    </HydratePage>
  );
}
