import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { ApiKeyList } from "@/features/api-keys/api-key-list.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

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
    <HydratePage>
      <ApiKeyList />
    </HydratePage>
  );
}
