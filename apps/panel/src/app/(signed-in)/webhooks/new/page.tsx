import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/app/_parts/right-missing.tsx";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { NewEndpoint } from "./_parts/new-endpoint.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("add") };
}

export default async function NewEndpointPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "webhooks:write")) {
    return <RightMissing what="webhooksWrite" order={1} />;
  }
  return <NewEndpoint />;
}
