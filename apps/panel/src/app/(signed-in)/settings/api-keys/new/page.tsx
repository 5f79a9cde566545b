import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { NewApiKey } from "@/features/api-keys/new/new-api-key.tsx";
import { HydratePage } from "@/trpc/page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiKeys"))("add") };
}

export default pageFor({ right: "api_keys:write", what: "apiKeysWrite", order: 1 }, async () => (
  <HydratePage>
    <NewApiKey />
  </HydratePage>
));
