import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewEndpoint } from "./_parts/new-endpoint.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("add") };
}

export default function NewEndpointPage() {
  return <NewEndpoint />;
}
