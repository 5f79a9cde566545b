import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { isShown } from "@/features/access/rights.ts";
import { DomainList } from "@/features/domain-list/domain-list.tsx";
import { requireSession } from "@/session.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domains"))("title") };
}

export default async function DomainsPage() {
  const { domains, mail } = getTrpc();
  const { current } = await requireSession();
  await prefetch(
    domains.list.queryOptions(),
    domains.batches.list.queryOptions(),
    // Its column would move the others if it was filled later.
    ...(current && isShown(current, "mail:read") ? [mail.dnsLights.queryOptions()] : []),
  );
  return (
    <HydratePage>
      <DomainList />
    </HydratePage>
  );
}
