"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { MailProgramsSection } from "./client-settings/mail-programs-section.tsx";
import { DnsLightsSection } from "./dns-records/dns-lights.tsx";
import { MailStateNotice } from "./life/mail-state-notice.tsx";
import { MailOverviewSkeleton } from "./mail-overview-skeleton.tsx";
import { MailPlan } from "./plan/mail-plan.tsx";
import { SenderExceptionsSection } from "./sender-exceptions/sender-exceptions-section.tsx";

export function MailOverview({ domainName }: { domainName: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.get.queryOptions({ domainName }));
  return (
    <QueryView query={query} skeleton={<MailOverviewSkeleton />}>
      {(mail) => (
        <>
          <MailStateNotice mail={mail} />
          <MailPlan mail={mail} />
          <DnsLightsSection domainName={domainName} />
          <MailProgramsSection />
          <SenderExceptionsSection mail={mail} />
        </>
      )}
    </QueryView>
  );
}
