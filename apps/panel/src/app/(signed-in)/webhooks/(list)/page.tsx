import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { EndpointList } from "@/features/webhooks/endpoint-list.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default pageFor({ right: "webhooks:read", what: "webhooks", order: 1 }, async () => {
  const { webhooks } = getTrpc();
  await prefetch(webhooks.list.queryOptions(), webhooks.missed.queryOptions());
  return (
    <HydratePage>
      <EndpointList />
    </HydratePage>
  );
});
