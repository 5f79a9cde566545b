import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import {
  firstFailed,
  loadRenewalListParams,
  renewalPageInputOf,
} from "@/features/payments/renewals/renewal-list-params.ts";
import { RenewalsPage } from "@/features/payments/renewals/renewals-page.tsx";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch, prefetchFirstPage } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("renewals"))("title") };
}

export default pageFor<{ searchParams: Promise<SearchParams> }>(
  { right: "domains:read", what: "payments", order: 1 },
  async ({ searchParams }) => {
    const { orders } = getTrpc();
    const input = renewalPageInputOf(await loadRenewalListParams(searchParams));
    await Promise.all([
      prefetchFirstPage(orders.renewals.infiniteQueryOptions(input, nextPage)),
      prefetch(orders.renewals.queryOptions(firstFailed)),
      prefetch(orders.renewalForecast.queryOptions()),
    ]);
    return (
      <HydratePage>
        <RenewalsPage />
      </HydratePage>
    );
  },
);
