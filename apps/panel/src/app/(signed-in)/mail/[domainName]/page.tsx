import { normalizeDomainName } from "@zonepost/schema";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MailDomainPage } from "@/features/mail/mail-domain-page.tsx";
import { MailNotActive } from "@/features/mail/mail-not-active.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { getQueryClient, getTrpc, pageNotFound, prefetch, prefetchOrNotFound } from "@/trpc/server.tsx";

type Props = { params: Promise<{ domainName: string }> };

async function nameOfParams(params: Props["params"]): Promise<string> {
  const result = normalizeDomainName(decodeURIComponent((await params).domainName));
  if (!result.ok) {
    pageNotFound();
  }
  return result.name;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = toUnicodeName(await nameOfParams(params));
  return { title: (await getTranslations("mail"))("titleOf", { name }) };
}

export default async function Page({ params }: Props) {
  const domainName = await nameOfParams(params);
  const { mail, domains } = getTrpc();
  const query = mail.get.queryOptions({ domainName });
  await prefetch(
    query,
    mail.accounts.queryOptions({ domainName }),
    mail.aliases.queryOptions({ domainName }),
  );
  const failure = getQueryClient().getQueryState(query.queryKey)?.error;
  if (failure && problemOf(failure).status === 404) {
    // Mail can be activated for the workspace's own domains; any other name is a 404.
    const domain = domains.get.queryOptions({ name: domainName });
    await prefetchOrNotFound(domain);
    return (
      <MailNotActive name={domainName} status={getQueryClient().getQueryData(domain.queryKey)?.status} />
    );
  }
  return (
    <HydratePage>
      <MailDomainPage domainName={domainName} />
    </HydratePage>
  );
}
