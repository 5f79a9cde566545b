"use client";
import { Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MailDnsSummary } from "@zonepost/schema/panel";
import { mailDnsLights, notCheckedYet } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { mailPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import classes from "./dns-record.module.css";

/** The worst state in lists, with the records that it is about. Null before the first check. */
export function DnsSummary({ summary }: { summary: MailDnsSummary | null }) {
  const t = useTranslations("mailDns");
  if (summary === null) {
    return <StatusBadge tone={notCheckedYet.tone}>{t("notYet")}</StatusBadge>;
  }
  const { state, purposes } = summary;
  return (
    <StatusBadge tone={mailDnsLights[state].tone}>
      {state === "good" || state === "unknown"
        ? t(`sum_${state}`)
        : purposes.map((purpose) => t(`purpose_${purpose}`)).join(", ")}
    </StatusBadge>
  );
}

/** One light for each kind of record. */
export function DnsLightsSection({ domainName }: { domainName: string }) {
  const t = useTranslations("mailDns");
  const { data } = useQuery(useTRPC().mail.dnsLights.queryOptions({ domainName }));
  const lights = data?.lights ?? [];
  return (
    <Section
      title={t("title")}
      action={
        <Anchor component={Link} href={mailPath(domainName, "dns")} size="sm" underline="always">
          {t("openRecords")}
        </Anchor>
      }
    >
      <Surface>
        {lights.length === 0 ? (
          <Group gap="4px 12px">
            <StatusBadge tone={notCheckedYet.tone}>{t("notYet")}</StatusBadge>
            <Text size="sm" c="dimmed">
              {t("notYetWords")}
            </Text>
          </Group>
        ) : (
          <ul className={classes.lights}>
            {lights.map(({ purpose, state }) => (
              <li key={purpose}>
                <StatusBadge tone={mailDnsLights[state].tone}>
                  {t("light", { name: t(`purpose_${purpose}`), state: t(`light_${state}`) })}
                </StatusBadge>
              </li>
            ))}
          </ul>
        )}
      </Surface>
    </Section>
  );
}
