"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { DkimSection } from "./dkim/dkim-section.tsx";
import { DnsSection } from "./dns-records/dns-section.tsx";
import { ShareSection } from "./dns-records/share-section.tsx";
import { MailSectionSkeleton } from "./mail-section-skeleton.tsx";

export function MailDns({ domainName }: { domainName: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.get.queryOptions({ domainName }));
  return (
    <QueryView query={query} skeleton={<MailSectionSkeleton />}>
      {(mail) => (
        <>
          <DnsSection domainName={domainName} />
          <DkimSection mail={mail} />
          <ShareSection domainName={domainName} />
        </>
      )}
    </QueryView>
  );
}
