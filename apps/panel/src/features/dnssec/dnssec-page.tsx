"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DsRecordsSection } from "@/features/dnssec/ds-records/ds-records-section.tsx";
import { PendingChange } from "@/features/domains/pending-change.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { Chain } from "./chain.tsx";
import { DnssecSkeleton } from "./dnssec-skeleton.tsx";
import { KeyTimeline } from "./key-timeline.tsx";

export function DnssecPage({ name }: { name: string }) {
  const t = useTranslations("dnssec");
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.get.queryOptions({ name }));
  const { data: offers } = useQuery(trpc.domains.tlds.queryOptions());
  return (
    <QueryView query={query} skeleton={<DnssecSkeleton />}>
      {(domain) => (
        <>
          <PendingChange domain={domain} kind="dnssec_change" />
          <Section title={t("chain")}>
            <Chain
              name={name}
              unicodeName={domain.unicodeName}
              tld={domain.tld}
              dsRecords={domain.dsRecords}
              nameservers={domain.nameservers.map(({ host }) => host)}
              dnsCheck={domain.dnsCheck}
            />
          </Section>
          <DsRecordsSection domain={domain} offer={offers?.find(({ tld }) => tld === domain.tld)} />
          <KeyTimeline name={name} registeredAt={domain.registeredAt} />
        </>
      )}
    </QueryView>
  );
}
