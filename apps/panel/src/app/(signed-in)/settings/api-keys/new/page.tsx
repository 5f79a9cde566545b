import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/app/_parts/right-missing.tsx";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { NewApiKey } from "./_parts/new-api-key.tsx";

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
    <HydrateClient>
      <NewApiKey />
    </HydrateClient>
  );
}
