import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SharedDns } from "./_parts/shared-dns.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("mailDns"))("title"),
    robots: { index: false, follow: false },
  };
}

/** The link's token is in the fragment, so the records are loaded in the browser. */
export default function SharedDnsPage() {
  return <SharedDns />;
}
