import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { loadRenewalListParams, renewalFilterOf } from "@/features/payments/renewals/renewal-list-params.ts";
import { RenewalsPage } from "@/features/payments/renewals/renewals-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("renewals"))("title") };
}

export default pageFor<{ searchParams: Promise<SearchParams> }>(
  { right: "domains:read", what: "payments", order: 1 },
  async ({ searchParams }) => {
    const { orders } = getTrpc();
    await Promise.all([
      prefetch(orders.renewals.queryOptions(renewalFilterOf(await loadRenewalListParams(searchParams)))),
      prefetch(orders.renewals.queryOptions({ state: "failed" })),
      prefetch(orders.renewalForecast.queryOptions()),
    ]);
    return (
      <HydratePage>
        <RenewalsPage />
      </HydratePage>
    );
  },
);
