"use client";
import { Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type MailDomain, mailPlans } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Accounts } from "@/features/mail/addresses/accounts.tsx";
import { Aliases } from "@/features/mail/addresses/aliases.tsx";
import { domainPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { DkimRecord } from "./dkim-record.tsx";
import { MailDomainSkeleton } from "./mail-domain-skeleton.tsx";
import { MailStatus } from "./mail-status.tsx";
import { MailPlan } from "./plan/mail-plan.tsx";

export function MailDomainPage({ domainName }: { domainName: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.get.queryOptions({ domainName }));
  return (
    <QueryView query={query} skeleton={<MailDomainSkeleton />}>
      {(mail) => <MailOfDomain mail={mail} />}
    </QueryView>
  );
}

function MailOfDomain({ mail }: { mail: MailDomain }) {
  const t = useTranslations("mail");
  const { domainName, accountCount } = mail;
  const nextPlan = mailPlans.find(({ slug }) => slug === mail.nextPlanSlug);
  const accountLimit = Math.min(mail.maxAccounts, nextPlan?.maxAccounts ?? mail.maxAccounts);
  return (
    <>
      <PageHeader
        title={toUnicodeName(domainName)}
        crumbs={[{ label: t("title"), href: "/mail" }]}
        below={
          <Group gap="sm" mt={8}>
            <MailStatus status={mail.status} />
            <Text size="sm" c="dimmed">
              {t(`statusWords_${mail.status}`)}
            </Text>
            <Anchor component={Link} href={domainPath(domainName)} size="sm" underline="always">
              {t("toDomain")}
            </Anchor>
          </Group>
        }
      />
      <MailPlan mail={mail} />
      <Accounts domainName={domainName} isFull={accountCount >= accountLimit} />
      <Aliases domainName={domainName} />
      <DkimRecord domainName={domainName} dkim={mail.dkim} />
    </>
  );
}
