import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { MailDomainHeader } from "@/features/mail/mail-domain-header.tsx";
import { MailNotActive } from "@/features/mail/mail-not-active.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import {
  getQueryClient,
  getTrpc,
  HydrateClient,
  prefetchIfFound,
  prefetchOrNotFound,
} from "@/trpc/server.tsx";

type Props = { params: Promise<{ domainName: string }>; children: ReactNode };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = toUnicodeName(await nameOfParams(params));
  const title = (await getTranslations("mail"))("titleOf", { name });
  return { title: { default: title, template: `%s · ${title} · Zonepost` } };
}

export default async function MailDomainLayout({ params, children }: Props) {
  const domainName = await nameOfParams(params);
  const { mail, domains } = getTrpc();
  if (!(await prefetchIfFound(mail.get.queryOptions({ domainName })))) {
    // Mail can be activated for the workspace's own domains; any other name is a 404.
    const domain = domains.get.queryOptions({ name: domainName });
    await prefetchOrNotFound(domain);
    const status = getQueryClient().getQueryData(domain.queryKey)?.status;
    return (
      <HydrateClient>
        <MailNotActive name={domainName} status={status} />
      </HydrateClient>
    );
  }
  return (
    <HydrateClient>
      <MailDomainHeader domainName={domainName} />
      {children}
    </HydrateClient>
  );
}
