import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/app/_parts/right-missing.tsx";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { ApiKeyList } from "../../api-keys/_parts/api-key-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiKeys"))("title") };
}

export default async function ApiKeysPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "api_keys:read")) {
    return <RightMissing what="apiKeys" />;
  }
  await prefetch(getTrpc().apiKeys.list.queryOptions());
  return (
    <HydrateClient>
      <ApiKeyList />
    </HydrateClient>
  );
}
