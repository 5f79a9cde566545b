import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { loadMessageParams } from "@/features/mail/messages/message-params.ts";
import { messagePagesOptions } from "@/features/mail/messages/message-query.ts";
import { Messages } from "@/features/mail/messages/messages.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getQueryClient, getTrpc, getTrpcClient, prefetch } from "@/trpc/server.tsx";

type Props = { params: Promise<{ domainName: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("messages") };
}

export default async function Page({ params, searchParams }: Props) {
  const domainName = await nameOfParams(params);
  const search = { domainName, ...(await loadMessageParams(searchParams)) };
  await Promise.all([
    getQueryClient().prefetchInfiniteQuery({
      ...messagePagesOptions(search, (input) => getTrpcClient().mail.messages.query(input)),
      retry: false,
    }),
    prefetch(getTrpc().mail.settings.queryOptions()),
  ]);
  return (
    <HydratePage>
      <Messages domainName={domainName} />
    </HydratePage>
  );
}
