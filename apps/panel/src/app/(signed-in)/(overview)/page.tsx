import { setTimeout as wait } from "node:timers/promises";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { isShown } from "@/features/access/rights.ts";
import { OverviewPage } from "@/features/overview/overview-page.tsx";
import { requireSession } from "@/session.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getQueryClient, getTrpc, prefetch } from "@/trpc/server.tsx";
import { PageFailure } from "@/ui/notices/page-failure.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("overview"))("title") };
}

/** What takes longer is read by its card, so that no card waits for another. */
const cardsWaitMs = 2_000;

export default async function Page() {
  const { current, failure } = await requireSession();
  if (failure) {
    return <PageFailure {...failure} />;
  }
  const { attention, domains, mail, orders } = getTrpc();
  const reads = [
    prefetch(attention.list.queryOptions({})),
    ...(isShown(current, "domains:read")
      ? [prefetch(domains.portfolio.queryOptions(), orders.renewalForecast.queryOptions())]
      : []),
    ...(isShown(current, "mail:read") ? [prefetch(mail.storage.queryOptions())] : []),
  ];
  await Promise.race([Promise.all(reads), wait(cardsWaitMs)]);
  return (
    <HydratePage>
      <OverviewPage attention={getQueryClient().getQueryData(attention.list.queryKey({}))} />
    </HydratePage>
  );
}
