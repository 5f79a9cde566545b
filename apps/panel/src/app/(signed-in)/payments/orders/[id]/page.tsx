import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OrderPage } from "@/features/orders/order-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("one") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = decodeURIComponent((await params).id);
  await prefetchOrNotFound(getTrpc().orders.get.queryOptions({ id }));
  return (
    <HydratePage>
      <OrderPage id={id} />
    </HydratePage>
  );
}
