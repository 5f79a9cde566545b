import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/app/_parts/right-missing.tsx";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { EndpointList } from "../_parts/endpoint-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default async function WebhooksPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "webhooks:read")) {
    return <RightMissing what="webhooks" order={1} />;
  }
  await prefetch(getTrpc().webhooks.list.queryOptions());
  return (
    <HydrateClient>
      <EndpointList />
    </HydrateClient>
  );
}
