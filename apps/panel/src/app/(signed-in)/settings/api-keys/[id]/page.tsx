import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { ApiKeyPage } from "@/features/api-keys/api-key-page.tsx";
import { requireSession } from "@/session.ts";
import { getQueryClient, getTrpc, HydratePage, pageNotFound, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiKeys"))("one") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = decodeURIComponent((await params).id);
  const { session } = await requireSession();
  if (!hasRight(session, "api_keys:read")) {
    return <RightMissing what="apiKeys" order={1} />;
  }
  const list = getTrpc().apiKeys.list.queryOptions();
  await prefetch(list);
  const apiKeys = getQueryClient().getQueryData(list.queryKey);
  if (apiKeys?.every((apiKey) => apiKey.id !== id)) {
    pageNotFound();
  }
  return (
    <HydratePage>
      <ApiKeyPage id={id} />
    </HydratePage>
  );
}
