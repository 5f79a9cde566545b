import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { ApiKeyList } from "@/features/api-keys/api-key-list.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiKeys"))("title") };
}

export default pageFor({ right: "api_keys:read", what: "apiKeys" }, async () => {
  await prefetch(getTrpc().apiKeys.list.queryOptions());
  return (
    <HydratePage>
      <ApiKeyList />
    </HydratePage>
  );
});
