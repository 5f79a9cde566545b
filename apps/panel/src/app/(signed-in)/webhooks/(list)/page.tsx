import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { EndpointList } from "@/features/webhooks/endpoint-list.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

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
    <HydratePage>
      <EndpointList />
    </HydratePage>
  );
}
