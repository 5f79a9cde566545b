import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { isShown } from "@/features/access/rights.ts";
import { MailDomainList } from "@/features/mail/mail-domain-list.tsx";
import { requireSession } from "@/session.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("title") };
}

export default async function MailPage() {
  const { mail } = getTrpc();
  const { current } = await requireSession();
  await prefetch(
    mail.list.queryOptions(),
    ...(current && isShown(current, "mail:read") ? [mail.dnsLights.queryOptions()] : []),
  );
  return (
    <HydratePage>
      <MailDomainList />
    </HydratePage>
  );
}
