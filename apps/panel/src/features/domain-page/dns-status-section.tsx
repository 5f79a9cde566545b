"use client";
import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { DnsStatus } from "@zonepost/schema";
import {
  delegationStateOf,
  delegationStates,
  nameserverStates,
  notCheckedYet,
  websiteStates,
} from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CheckedAt, DelegationBadge, DnssecBadge } from "@/features/domains/dns-states.tsx";
import type { Domain } from "@/features/domains/domain.ts";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";

const freshForMs = 5 * 60_000;

/** Each view queries the nameservers, unless it did so a few minutes ago. The stored check is shown meanwhile. */
export function DnsStatusSection({ domain }: { domain: Domain }) {
  const { name, dsRecords, dnsCheck } = domain;
  const t = useTranslations("dnsStatus");
  const trpc = useTRPC();
  const query = useDnsStatus(name);
  const { data: status } = query;
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const waiting = query.isError ? "–" : <StatusBadge tone={notCheckedYet.tone}>{t("checking")}</StatusBadge>;
  return (
    <Section
      title={t("title")}
      description={current?.sandbox ? t("sandbox") : undefined}
      action={
        <Button
          variant="default"
          size="xs"
          aria-disabled={query.isFetching || undefined}
          data-disabled={query.isFetching || undefined}
          onClick={() => query.isFetching || void query.refetch()}
        >
          {t("check")}
        </Button>
      }
    >
      <Surface>
        {query.isError && !query.isFetching ? (
          <Failure error={query.error} title={t("notLoaded")} onRetry={() => void query.refetch()} />
        ) : null}
        <Facts
          long
          facts={[
            { name: t("nameservers"), value: <Nameservers domain={domain} status={status} />, wide: true },
            {
              name: t("dnssec"),
              value: <DnssecBadge hasDsRecords={dsRecords.length > 0} check={dnsCheck} />,
            },
            {
              name: t("website"),
              value: status ? <WebsiteState website={status.website} /> : waiting,
            },
            { name: t("mail"), value: status ? <MailHosts hosts={status.mailHosts} /> : waiting },
          ]}
        />
      </Surface>
    </Section>
  );
}

/** What it finds is stored as the domain's latest check, which is then read again. */
function useDnsStatus(name: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: trpc.domains.dnsStatus.queryKey({ name }),
    queryFn: async () => {
      const status = await client.domains.dnsStatus.query({ name });
      void cache.invalidateQueries(trpc.domains.get.queryFilter({ name }));
      return status;
    },
    staleTime: freshForMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** All together, each that failed and why, and when that was found. */
function Nameservers({ domain, status }: { domain: Domain; status: DnsStatus | undefined }) {
  const t = useTranslations("dnsStatus");
  const now = useNow();
  const servers = status?.nameservers ?? [];
  const isComplete = servers.length > 0 && servers.every(({ state }) => state !== "busy");
  const answering = servers.filter(({ state }) => state === "answers").length;
  const found = {
    checkedAt: now.toISOString(),
    asked: servers.length,
    answering,
    hasAnswered: answering > 0 || domain.dnsCheck?.hasAnswered === true,
  };
  const hasNameservers = domain.nameservers.length > 0;
  const check = isComplete ? found : domain.dnsCheck;
  const isNotSetUp = delegationStateOf(hasNameservers, check, now) === "never";
  return (
    <>
      <DelegationBadge hasNameservers={hasNameservers} check={check} />
      {servers.map(({ host, state }) =>
        state === "answers" ? null : (
          <div key={host}>
            <StatusBadge tone={isNotSetUp ? delegationStates.never.tone : nameserverStates[state].tone}>
              {t(`server_${state}`, { host })}
            </StatusBadge>
          </div>
        ),
      )}
      <CheckedAt check={domain.dnsCheck} />
    </>
  );
}

function WebsiteState({ website: { state, addresses } }: Pick<DnsStatus, "website">) {
  const t = useTranslations("dnsStatus");
  return state === "found" ? (
    <Lines>{addresses}</Lines>
  ) : (
    <StatusBadge tone={websiteStates[state].tone}>{t(`website_${state}`)}</StatusBadge>
  );
}

function MailHosts({ hosts }: { hosts: DnsStatus["mailHosts"] }) {
  const t = useTranslations("dnsStatus");
  if (hosts === null) {
    return <StatusBadge tone={websiteStates.unknown.tone}>{t("mailUnknown")}</StatusBadge>;
  }
  return hosts.length > 0 ? <Lines>{hosts}</Lines> : t("noMail");
}

const Lines = ({ children }: { children: readonly string[] }): ReactNode =>
  children.map((line) => (
    <Text key={line} size="sm">
      <AddressText>{line}</AddressText>
    </Text>
  ));
