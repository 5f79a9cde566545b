import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MailDomainList } from "@/features/mail/mail-domain-list.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("title") };
}

export default async function MailPage() {
  const { mail } = getTrpc();
  await prefetch(mail.list.queryOptions(), mail.dnsLights.queryOptions());
  return (
    <HydratePage>
      <MailDomainList />
    </HydratePage>
  );
}
