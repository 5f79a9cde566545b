"use client";
import { Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MailDnsLights } from "@zonepost/schema/panel";
import { mailDnsLights, notCheckedYet } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { mailPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import classes from "./dns-record.module.css";

type Light = MailDnsLights["lights"][number];

/** The lights of each mail domain, by name. People who can't read mail have none. */
export function useDnsLights(): ReadonlyMap<string, readonly Light[]> {
  const trpc = useTRPC();
  const right = useRight("mail:read");
  const { data } = useQuery({ ...trpc.mail.dnsLights.queryOptions(), enabled: right.has });
  return useMemo(() => new Map((data ?? []).map(({ domainName, lights }) => [domainName, lights])), [data]);
}

/** The worst state in lists, with the records that it is about. */
export function DnsSummary({ lights }: { lights: readonly Light[] | undefined }) {
  const t = useTranslations("mailDns");
  if (lights === undefined || lights.length === 0) {
    return null;
  }
  const state =
    (["bad", "warning", "unknown"] as const).find((each) => lights.some((light) => light.state === each)) ??
    "good";
  const names = lights.flatMap((light) => (light.state === state ? [t(`purpose_${light.purpose}`)] : []));
  return (
    <StatusBadge tone={mailDnsLights[state].tone}>
      {state === "good" || state === "unknown" ? t(`sum_${state}`) : names.join(", ")}
    </StatusBadge>
  );
}

/** One light for each kind of record. */
export function DnsLightsSection({ domainName }: { domainName: string }) {
  const t = useTranslations("mailDns");
  const lights = useDnsLights().get(domainName) ?? [];
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
