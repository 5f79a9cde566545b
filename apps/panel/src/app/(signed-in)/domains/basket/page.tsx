import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { rightsToRenew } from "@/features/access/rights.ts";
import { BasketPage } from "@/features/checkout/basket-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("checkout"))("title") };
}

export default pageFor({ right: rightsToRenew, what: "order", order: 1 }, async () => {
  const { contacts, workspace } = getTrpc();
  await prefetch(contacts.list.queryOptions(), workspace.get.queryOptions());
  return (
    <HydratePage>
      <BasketPage />
    </HydratePage>
  );
});
