import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { Accounts } from "@/features/mail/accounts/accounts.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("accounts") };
}

export default async function Page({ params }: { params: Promise<{ domainName: string }> }) {
  const domainName = await nameOfParams(params);
  const { mail } = getTrpc();
  await prefetch(
    mail.accounts.queryOptions({ domainName }),
    mail.accounts.queryOptions({ domainName, state: "deleted" }),
  );
  return (
    <HydratePage>
      <Accounts domainName={domainName} />
    </HydratePage>
  );
}
