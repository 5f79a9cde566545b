import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { AccountPage } from "@/features/mail/accounts/account-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mailAccount"))("one") };
}

export default async function Page({ params }: { params: Promise<{ domainName: string; id: string }> }) {
  const domainName = await nameOfParams(params);
  const id = decodeURIComponent((await params).id);
  const { mail } = getTrpc();
  await Promise.all([
    prefetchOrNotFound(mail.account.queryOptions({ domainName, id })),
    prefetch(mail.appPasswords.queryOptions({ domainName, id })),
    prefetch(mail.connections.queryOptions({ domainName, id })),
  ]);
  return (
    <HydratePage>
      <AccountPage domainName={domainName} id={id} />
    </HydratePage>
  );
}
