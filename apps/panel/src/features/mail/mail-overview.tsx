"use client";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { MailDomain } from "@zonepost/schema";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { MailProgramsSection } from "./client-settings/mail-programs-section.tsx";
import { DnsLightsSection } from "./dns-records/dns-lights.tsx";
import { MailStateNotice } from "./life/mail-state-notice.tsx";
import { MailOverviewSkeleton } from "./mail-overview-skeleton.tsx";
import { MailPlan } from "./plan/mail-plan.tsx";
import { SenderExceptionsSection } from "./sender-exceptions/sender-exceptions-section.tsx";

const CreateAccountDialog = lazyDialog(() =>
  import("./accounts/create-account-dialog.tsx").then((module) => module.CreateAccountDialog),
);

export function MailOverview({ domainName }: { domainName: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.get.queryOptions({ domainName }));
  return (
    <QueryView query={query} skeleton={<MailOverviewSkeleton />}>
      {(mail) => (
        <>
          <AskedAccount mail={mail} />
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

/** The first account is the next step after mail was activated. The DNS records follow on this page. */
function AskedAccount({ mail: { domainName, status } }: { mail: MailDomain }) {
  const write = useRight("mail:write");
  const [isOpen, dialog] = useDisclosure(false);
  useAskedAct("account", dialog.open, write.has && status === "active");
  return <CreateAccountDialog domainName={domainName} opened={isOpen} onClose={dialog.close} />;
}
