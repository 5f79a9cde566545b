import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { RenewalsPage } from "@/features/payments/renewals/renewals-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("renewals"))("title") };
}

export default pageFor({ right: "domains:read", what: "payments", order: 1 }, async () => {
  const { orders } = getTrpc();
  await Promise.all([
    prefetch(orders.renewals.queryOptions({})),
    prefetch(orders.renewalForecast.queryOptions()),
  ]);
  return (
    <HydratePage>
      <RenewalsPage />
    </HydratePage>
  );
});
