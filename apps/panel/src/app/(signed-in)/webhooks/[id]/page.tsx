import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { EndpointPage } from "@/features/webhooks/endpoint-page.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydratePage, prefetch, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("endpoint") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { session } = await requireSession();
  if (!hasRight(session, "webhooks:read")) {
    return <RightMissing what="webhooks" order={1} />;
  }
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
}
