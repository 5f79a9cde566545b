import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { EndpointList } from "../_parts/endpoint-list.tsx";
import { WebhooksRightMissing } from "../_parts/webhooks-right-missing.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default async function WebhooksPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "webhooks:read"))
    return <WebhooksRightMissing role={session.role} isLimited={session.domainNames !== null} act="see" />;
  await prefetch(getTrpc().webhooks.list.queryOptions());
  return (
    <HydrateClient>
      <EndpointList />
    </HydrateClient>
  );
}
