import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { accountPageInputOf, loadAccountListParams } from "@/features/mail/accounts/account-list-params.ts";
import { Accounts } from "@/features/mail/accounts/accounts.tsx";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchFirstPage } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("accounts") };
}

type Props = { params: Promise<{ domainName: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const domainName = await nameOfParams(params);
  const { mail } = getTrpc();
  const input = accountPageInputOf(domainName, await loadAccountListParams(searchParams));
  await Promise.all([
    prefetchFirstPage(mail.accountPage.infiniteQueryOptions(input, nextPage)),
    prefetchFirstPage(mail.accountPage.infiniteQueryOptions({ domainName, state: "deleted" }, nextPage)),
  ]);
  return (
    <HydratePage>
      <Accounts domainName={domainName} />
    </HydratePage>
  );
}
