import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { OrderList } from "@/features/orders/order-list.tsx";
import { loadOrderListParams, orderFilterOf } from "@/features/orders/order-list-params.ts";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchPages } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("title") };
}

export default async function OrdersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filter = orderFilterOf(await loadOrderListParams(searchParams), await getTimeZone());
  await prefetchPages(getTrpc().orders.list.infiniteQueryOptions(filter, nextPage));
  return (
    <HydratePage>
      <OrderList />
    </HydratePage>
  );
}
