"use client";
import { Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { domainPath, mailPath } from "@/app/_parts/paths.ts";
import { QueryView } from "@/app/_parts/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Moment } from "@/ui/moment.tsx";
import { Mono } from "@/ui/mono.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Facts, Section, Surface } from "@/ui/surface.tsx";
import { ExpiryBar } from "./expiry-bar.tsx";

export function DomainOverviewSkeleton() {
  return (
    <Stack gap="xl" aria-busy="true">
      <Skeleton height={210} radius="lg" />
      <Skeleton height={150} radius="lg" />
    </Stack>
  );
}

export function DomainOverview({ name }: { name: string }) {
  const t = useTranslations("domain");
  const list = useTranslations("domains");
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.get.queryOptions({ name }));
  return (
    <QueryView query={query} skeleton={<DomainOverviewSkeleton />}>
      {(domain) => (
        <>
          <Section title={t("paidUntil")}>
            <Surface>
              <ExpiryBar expiresAt={domain.expiresAt} autoRenew={domain.autoRenew} />
            </Surface>
          </Section>
          <Section title={t("facts")}>
            <Surface>
              <Facts
                facts={[
                  {
                    name: list("autoRenew"),
                    value: (
                      <StatusBadge tone={domain.autoRenew ? "good" : "off"}>
                        {domain.autoRenew ? list("renewOn") : list("renewOff")}
                      </StatusBadge>
                    ),
                  },
                  {
                    name: list("privacy"),
                    value: (
                      <StatusBadge tone={domain.whoisPrivacy ? "good" : "off"}>
                        {domain.whoisPrivacy ? list("privacyOn") : list("privacyOff")}
                      </StatusBadge>
                    ),
                  },
                  {
                    name: t("dnssec"),
                    value: (
                      <Anchor
                        component={Link}
                        href={domainPath(name, "dnssec")}
                        inherit
                        c="inherit"
                        underline="always"
                      >
                        <StatusBadge tone={domain.dsRecords.length > 0 ? "good" : "off"}>
                          {t("dsCount", { count: domain.dsRecords.length })}
                        </StatusBadge>
                      </Anchor>
                    ),
                  },
                  { name: t("registered"), value: <Moment at={domain.registeredAt} /> },
                ]}
              />
            </Surface>
          </Section>
          <Section title={t("nameservers")} description={t("nameserversWords")}>
            <Surface>
              {domain.nameservers.length === 0 ? (
                <Text c="dimmed" size="sm">
                  {t("noNameservers")}
                </Text>
              ) : (
                <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
                  {domain.nameservers.map((nameserver) => (
                    <li key={nameserver}>
                      <Mono label={nameserver}>{nameserver}</Mono>
                    </li>
                  ))}
                </Stack>
              )}
            </Surface>
          </Section>
          <Section title={t("mail")}>
            <Surface>
              <Group justify="space-between">
                <StatusBadge tone={domain.mailPlanSlug ? "good" : "off"}>
                  {domain.mailPlanSlug ? t("mailOn", { plan: domain.mailPlanSlug }) : t("mailOff")}
                </StatusBadge>
                <Button
                  component={Link}
                  variant="default"
                  href={
                    domain.mailPlanSlug ? mailPath(name) : `/mail/activate?domain=${encodeURIComponent(name)}`
                  }
                >
                  {domain.mailPlanSlug ? t("openMail") : t("activateMail")}
                </Button>
              </Group>
            </Surface>
          </Section>
        </>
      )}
    </QueryView>
  );
}
