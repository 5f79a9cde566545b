import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { Aliases } from "@/features/mail/aliases/aliases.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("aliases") };
}

export default async function Page({ params }: { params: Promise<{ domainName: string }> }) {
  const domainName = await nameOfParams(params);
  await prefetch(getTrpc().mail.aliases.queryOptions({ domainName }));
  return (
    <HydratePage>
      <Aliases domainName={domainName} />
    </HydratePage>
  );
}
