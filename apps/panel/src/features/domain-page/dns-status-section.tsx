"use client";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DnsStatus } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";

const freshForMs = 5 * 60_000;

/** Each view queries the nameservers, unless it did so a few minutes ago. */
export function DnsStatusSection({ name }: { name: string }) {
  const t = useTranslations("dnsStatus");
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.domains.dnsStatus.queryOptions({ name }),
    staleTime: freshForMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { data: current } = useQuery(trpc.session.current.queryOptions());
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
        <QueryView query={query} skeleton={<StatusBadge tone="waiting">{t("checking")}</StatusBadge>}>
          {(status) => (
            <Facts
              stacked
              facts={[
                { name: t("nameservers"), value: <NameserverStates status={status} /> },
                { name: t("website"), value: <WebsiteState website={status.website} /> },
                { name: t("mail"), value: <MailHosts hosts={status.mailHosts} /> },
              ]}
            />
          )}
        </QueryView>
      </Surface>
    </Section>
  );
}

function NameserverStates({ status: { nameservers } }: { status: DnsStatus }) {
  const t = useTranslations("dnsStatus");
  if (nameservers.length === 0) {
    return <StatusBadge tone="warn">{t("noNameservers")}</StatusBadge>;
  }
  const away = nameservers.filter(({ state }) => state !== "answers");
  if (away.length === 0) {
    return <StatusBadge tone="good">{t("allAnswer", { count: nameservers.length })}</StatusBadge>;
  }
  const tone = away.length < nameservers.length ? "warn" : "bad";
  return away.map(({ host, state }) =>
    state === "answers" ? null : (
      <div key={host}>
        <StatusBadge tone={state === "busy" ? "off" : tone}>{t(`server_${state}`, { host })}</StatusBadge>
      </div>
    ),
  );
}

function WebsiteState({ website: { state, addresses } }: Pick<DnsStatus, "website">) {
  const t = useTranslations("dnsStatus");
  return state === "found" ? <Lines>{addresses}</Lines> : t(`website_${state}`);
}

function MailHosts({ hosts }: { hosts: DnsStatus["mailHosts"] }) {
  const t = useTranslations("dnsStatus");
  if (hosts === null) {
    return t("mailUnknown");
  }
  return hosts.length > 0 ? <Lines>{hosts}</Lines> : t("noMail");
}

const Lines = ({ children }: { children: readonly string[] }): ReactNode =>
  children.map((line) => (
    <Text key={line} size="sm">
      <AddressText>{line}</AddressText>
    </Text>
  ));
