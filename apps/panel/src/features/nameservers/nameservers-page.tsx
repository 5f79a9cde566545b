"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DomainOverviewSkeleton } from "@/features/domains/domain-overview-skeleton.tsx";
import { PendingChange } from "@/features/domains/pending-change.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { NameserverEditor } from "./nameserver-editor.tsx";

export function NameserversPage({ name }: { name: string }) {
  const t = useTranslations("domain");
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.get.queryOptions({ name }));
  const { data: offers } = useQuery(trpc.domains.tlds.queryOptions());
  return (
    <QueryView query={query} skeleton={<DomainOverviewSkeleton />}>
      {(domain) => (
        <Section title={t("nameservers")} description={t("nameserversWords")}>
          <PendingChange domain={domain} kind="nameserver_change" />
          <NameserverEditor domain={domain} offer={offers?.find(({ tld }) => tld === domain.tld)} />
        </Section>
      )}
    </QueryView>
  );
}
