import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { EndpointList } from "../_parts/endpoint-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default async function WebhooksPage() {
  await prefetch(getTrpc().webhooks.list.queryOptions());
  return (
    <HydrateClient>
      <EndpointList />
    </HydrateClient>
  );
}
