"use client";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { TldOffer } from "@zonepost/schema";
import { mailDomainStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { DelegationBadge, DnssecBadge } from "@/features/domains/dns-states.tsx";
import type { Domain } from "@/features/domains/domain.ts";
import { DomainOverviewSkeleton } from "@/features/domains/domain-overview-skeleton.tsx";
import { ExpiryBar } from "@/features/lifecycle/timeline/expiry-bar.tsx";
import { ActivateMailButton } from "@/features/mail/plan/activate-mail-button.tsx";
import { OperationNotice } from "@/features/operations/operation-notice.tsx";
import { DomainPayments } from "@/features/payments/domain-payments.tsx";
import { UnsettledDomain } from "@/features/payments/unsettled-domain.tsx";
import { AuthCode } from "@/features/transfers/auth-code.tsx";
import { domainPath, mailPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Columns } from "@/ui/frame/columns.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { ContactSummary } from "./contact-summary.tsx";
import { DnsStatusSection } from "./dns-status-section.tsx";
import { SentEmails } from "./sent-emails.tsx";
import { SettingSwitches } from "./setting-switches.tsx";
import { TabLink } from "./tab-link.tsx";
import { ZoneSection } from "./zone-section.tsx";

const DeleteDialog = lazyDialog(() =>
  import("@/features/lifecycle/delete-dialog.tsx").then((module) => module.DeleteDialog),
);

export function DomainOverview({ name }: { name: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.get.queryOptions({ name }));
  const { data: offers } = useQuery(trpc.domains.tlds.queryOptions());
  return (
    <QueryView query={query} skeleton={<DomainOverviewSkeleton />}>
      {(domain) => <Overview domain={domain} offer={offers?.find(({ tld }) => tld === domain.tld)} />}
    </QueryView>
  );
}

function Overview({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("domain");
  const trpc = useTRPC();
  const { data: notifications = [] } = useQuery(
    trpc.domains.notifications.queryOptions({ name: domain.name }),
  );
  const isLive = domain.status === "active" || domain.status === "expired";
  return (
    <>
      <UnsettledDomain name={domain.name} />
      {domain.operation ? <OperationNotice operation={domain.operation} /> : null}
      <Columns
        side={
          <>
            <Section title={t("settings")}>
              <Surface>
                <SettingSwitches domain={domain} offer={offer} />
              </Surface>
            </Section>
            <Section title={t("facts")}>
              <Surface>
                <Details domain={domain} offer={offer} />
              </Surface>
            </Section>
            <ZoneSection domain={domain} />
            <Section title={t("mail")}>
              <Surface>
                <MailState domain={domain} />
              </Surface>
            </Section>
            <DomainPayments name={domain.name} />
          </>
        }
      >
        <Section title={t("paidUntil")}>
          <Surface>
            <ExpiryBar
              domain={domain}
              offer={domain.status === "pending" ? undefined : offer}
              autoRenew={domain.autoRenew && isLive}
              notifications={notifications}
            />
          </Surface>
        </Section>
        {isLive ? <DnsStatusSection domain={domain} /> : null}
        <SentEmails notifications={notifications} />
      </Columns>
      {isLive ? (
        <>
          <AuthCode domain={domain} />
          <GiveUp domain={domain} offer={offer} />
        </>
      ) : null}
    </>
  );
}

function Details({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("domain");
  const trpc = useTRPC();
  const { data: contacts } = useQuery(trpc.domains.contacts.queryOptions({ name: domain.name }));
  return (
    <Facts
      facts={[
        {
          name: t("dnssec"),
          value: (
            <>
              <TabLink href={domainPath(domain.name, "dnssec")}>
                <DnssecBadge hasDsRecords={domain.dsRecords.length > 0} check={domain.dnsCheck} />
              </TabLink>
              <Text size="xs" c="dimmed">
                {t("dsCount", { count: domain.dsRecords.length })}
              </Text>
            </>
          ),
        },
        {
          name: t("nameservers"),
          value: (
            <>
              <TabLink href={domainPath(domain.name, "nameservers")}>
                {/* Whether they answer is for the DNS section to say. */}
                {domain.nameservers.length > 0 ? (
                  t("nameserverCount", { count: domain.nameservers.length })
                ) : (
                  <DelegationBadge hasNameservers={false} check={domain.dnsCheck} />
                )}
              </TabLink>
              {domain.nameservers.map(({ host }) => (
                <Text key={host} size="xs" c="dimmed">
                  <AddressText>{host}</AddressText>
                </Text>
              ))}
            </>
          ),
        },
        {
          name: t("contacts"),
          wide: true,
          value: contacts ? (
            <ContactSummary domainName={domain.name} contacts={contacts} roles={offer?.contactRoles} />
          ) : (
            "–"
          ),
        },
        { name: t("registered"), value: <Moment at={domain.registeredAt} /> },
        {
          name: t("registryStatuses"),
          wide: true,
          value:
            domain.registryStatuses.length > 0 ? (
              <Text component="span" size="xs" ff="monospace">
                {domain.registryStatuses.join(", ")}
              </Text>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}

function MailState({ domain }: { domain: Domain }) {
  const t = useTranslations("domain");
  const { name, status, mail } = domain;
  if (status === "redemption" || status === "pending_delete") {
    return <StatusBadge tone={mailDomainStates.deactivated.tone}>{t(`mailAway_${status}`)}</StatusBadge>;
  }
  return (
    <Group justify="space-between">
      <StatusBadge tone={mailDomainStates[mail?.status ?? "deactivated"].tone}>
        {mail ? t(`mail_${mail.status}`, { plan: mail.planSlug }) : t("mailOff")}
      </StatusBadge>
      {mail ? (
        <Button component={Link} variant="default" href={mailPath(name)}>
          {t("openMail")}
        </Button>
      ) : (
        <ActivateMailButton variant="default" domainName={name} explains />
      )}
    </Group>
  );
}

function GiveUp({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("domainActs");
  const release = useRight("domains:release");
  const [isOpen, setIsOpen] = useState(false);
  const why = release.why ?? (domain.operation ? t("waitForOperation") : undefined);
  useAskedAct("delete", () => setIsOpen(true), why === undefined);
  return (
    <Section title={t("giveUp")}>
      <Surface>
        <Group justify="space-between" gap="md">
          <Text size="sm" c="dimmed" maw="64ch" style={{ flex: "1 1 260px" }}>
            {t("giveUpWords")} {why ?? ""}
          </Text>
          <Button
            variant="default"
            c={why ? undefined : "var(--zp-bad)"}
            disabled={why !== undefined}
            onClick={() => setIsOpen(true)}
          >
            {t("delete")}
          </Button>
        </Group>
      </Surface>
      <DeleteDialog domain={domain} offer={offer} opened={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}
