import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { NewEndpoint } from "@/features/webhooks/creation/new-endpoint.tsx";
import { HydratePage } from "@/trpc/page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("add") };
}

export default pageFor({ right: "webhooks:write", what: "webhooksWrite", order: 1 }, async () => {
  return (
    <HydratePage>
      <NewEndpoint />
    </HydratePage>
  );
});
