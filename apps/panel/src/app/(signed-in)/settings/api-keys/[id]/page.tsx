import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { ApiKeyPage } from "@/features/api-keys/api-key-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getQueryClient, getTrpc, pageNotFound, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiKeys"))("one") };
}

export default pageFor<{ params: Promise<{ id: string }> }>(
  { right: "api_keys:read", what: "apiKeys", order: 1 },
  async ({ params }) => {
    const id = decodeURIComponent((await params).id);
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
  },
);
