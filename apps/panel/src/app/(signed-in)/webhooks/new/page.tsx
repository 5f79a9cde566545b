import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { NewEndpoint } from "@/features/webhooks/new-endpoint.tsx";
import { requireSession } from "@/session.ts";
import { HydratePage } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("add") };
}

export default async function NewEndpointPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "webhooks:write")) {
    return <RightMissing what="webhooksWrite" order={1} />;
  }
  return (
    <HydratePage>
      <NewEndpoint />
    </HydratePage>
  );
}
