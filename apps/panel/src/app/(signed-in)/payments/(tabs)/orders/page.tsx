import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OrderList } from "@/features/orders/order-list.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("title") };
}

export default async function OrdersPage() {
  await prefetch(getTrpc().orders.list.queryOptions({}));
  return (
    <HydratePage>
      <OrderList />
    </HydratePage>
  );
}
