import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { EndpointPage } from "@/features/webhooks/endpoint-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("endpoint") };
}

export default pageFor<{ params: Promise<{ id: string }> }>(
  { right: "webhooks:read", what: "webhooks", order: 1 },
  async ({ params }) => {
    const id = decodeURIComponent((await params).id);
    const { webhooks } = getTrpc();
    await Promise.all([
      prefetchOrNotFound(webhooks.get.queryOptions({ id })),
      prefetch(webhooks.health.queryOptions({ id }), webhooks.deliveries.queryOptions({ id })),
    ]);
    return (
      <HydratePage>
        <EndpointPage id={id} />
      </HydratePage>
    );
  },
);
