import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { MailDns } from "@/features/mail/mail-dns.tsx";
import { HydratePage } from "@/trpc/page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("dns") };
}

export default async function Page({ params }: { params: Promise<{ domainName: string }> }) {
  // The layout has already read the mail domain.
  const domainName = await nameOfParams(params);
  return (
    <HydratePage>
      <MailDns domainName={domainName} />
    </HydratePage>
  );
}
