import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { MailDomainList } from "../_parts/mail-domain-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("title") };
}

export default async function MailPage() {
  await prefetch(getTrpc().mail.list.queryOptions());
  return (
    <HydrateClient>
      <MailDomainList />
    </HydrateClient>
  );
}
