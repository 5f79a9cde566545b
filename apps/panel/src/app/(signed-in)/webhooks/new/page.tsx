import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { hasRight } from "@/app/_parts/rights.ts";
import { requireSession } from "@/session.ts";
import { WebhooksRightMissing } from "../_parts/webhooks-right-missing.tsx";
import { NewEndpoint } from "./_parts/new-endpoint.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("add") };
}

export default async function NewEndpointPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "webhooks:write"))
    return <WebhooksRightMissing role={session.role} isLimited={session.domainNames !== null} act="add" />;
  return <NewEndpoint />;
}
