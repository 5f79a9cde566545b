import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { domainChoicesInput } from "@/features/domain-choice/domain-choices.ts";
import { ActivateMail } from "@/features/mail/activate-mail.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail"))("activate") };
}

type Props = { searchParams: Promise<{ domain?: string | string[] }> };

export default async function ActivateMailPage({ searchParams }: Props) {
  const { domain } = await searchParams;
  await prefetch(getTrpc().domains.page.queryOptions(domainChoicesInput("", "active")));
  return (
    <HydratePage>
      <ActivateMail domain={typeof domain === "string" ? domain : ""} />
    </HydratePage>
  );
}
