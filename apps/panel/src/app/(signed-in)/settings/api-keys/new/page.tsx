import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { NewApiKey } from "@/features/api-keys/new/new-api-key.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiKeys"))("add") };
}

export default async function NewApiKeyPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "api_keys:write")) {
    return <RightMissing what="apiKeysWrite" order={1} />;
  }
  await prefetch(getTrpc().domains.list.queryOptions());
  return (
    <HydratePage>
      <NewApiKey />
    </HydratePage>
  );
}
