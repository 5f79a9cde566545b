"use client";
import { Group, Stack, Text } from "@mantine/core";
import type { MailDnsRecord } from "@zonepost/schema";
import { mailDnsLights } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Mono, MonoBlock } from "@/ui/values/mono.tsx";
import classes from "./dns-record.module.css";
import { SpfLookups } from "./spf-lookups.tsx";

const lights = { error: "bad", warning: "warning", note: "optional" } as const;

const needed = new Set<MailDnsRecord["purpose"]>(["mx", "spf", "dkim", "dmarc"]);

/** As for the light of its purpose: how bad a record is depends on what it is for. */
function toneOf({ status, severity }: MailDnsRecord): Tone {
  if (status === "unknown") {
    return mailDnsLights.unknown.tone;
  }
  return mailDnsLights[status === "ok" && severity === "note" ? "good" : lights[severity]].tone;
}

/** A record to publish, its state, and what each nameserver returns. One without problems is closed at first. */
function DnsRecord({ record, hosted }: { record: MailDnsRecord; hosted: ReactNode }) {
  const t = useTranslations("mailDns");
  const { purpose, type, name, expected, seen, status, severity, hint, lookups } = record;
  const isOptional = status === "missing" && severity === "note";
  // Without an answer from any nameserver, only what mail needs is open.
  const isClosed = isOptional || (status === "unknown" && !needed.has(purpose));
  const state = isOptional ? "optional" : status === "ok" && severity === "warning" ? "warning" : status;
  return (
    <details
      className={classes.record}
      open={(state !== "ok" && !isClosed) || record.hosted?.state === "conflict"}
    >
      <summary>
        <span className={classes.name}>
          <strong>{t(`purpose_${purpose}`)}</strong>{" "}
          <span className={classes.host}>
            {type} <AddressText>{name}</AddressText>
          </span>
        </span>
        <StatusBadge tone={toneOf(record)}>{t(`state_${state}`)}</StatusBadge>
      </summary>
      <Stack gap="sm" mt="sm">
        <Text size="sm" c="dimmed">
          {t(`why_${purpose}`)}
        </Text>
        {hint ? <Text size="sm">{hint}</Text> : null}
        {hosted}
        <div>
          <Text size="xs" c="dimmed">
            {t("name")}
          </Text>
          <Mono label={t("nameOf", { type, name })}>{name}</Mono>
        </div>
        <div>
          <Text size="xs" c="dimmed" mb={6}>
            {t("value", { type })}
          </Text>
          <MonoBlock label={t("valueOf", { type, name })}>{expected}</MonoBlock>
        </div>
        {lookups && lookups.terms.length > 0 ? <SpfLookups lookups={lookups} /> : null}
        {seen.length > 0 ? (
          <div>
            <Text size="xs" c="dimmed" mb={6}>
              {t("seen")}
            </Text>
            <dl className={classes.servers}>
              {seen.map((server) => (
                <Group key={server.nameserver} gap="xs" align="baseline" wrap="nowrap">
                  <dt>
                    <AddressText>{server.nameserver}</AddressText>
                  </dt>
                  <dd>
                    {server.state === "answers"
                      ? server.values.length > 0
                        ? server.values.map((value) => <code key={value}>{value}</code>)
                        : t("nothing")
                      : t(`away_${server.state}`)}
                  </dd>
                </Group>
              ))}
            </dl>
          </div>
        ) : null}
      </Stack>
    </details>
  );
}

/** The records as a list, and as lines to copy into a zone file. */
export function DnsRecords({
  records,
  zone,
  hostedOf,
}: {
  records: readonly MailDnsRecord[];
  zone: string;
  /** What the zone has of a record, for people who can change it. */
  hostedOf?: (record: MailDnsRecord) => ReactNode;
}) {
  const t = useTranslations("mailDns");
  return (
    <Stack gap="md">
      <ul className={classes.records} aria-label={t("records")}>
        {records.map((record) => (
          <li key={`${record.type} ${record.name} ${record.expected}`}>
            <DnsRecord record={record} hosted={hostedOf?.(record)} />
          </li>
        ))}
      </ul>
      <details className={classes.record}>
        <summary>
          <strong>{t("zone")}</strong>
        </summary>
        <Stack gap="sm" mt="sm">
          <Text size="sm" c="dimmed">
            {t("zoneWords")}
          </Text>
          <MonoBlock label={t("zone")} wrap="never">
            {zone}
          </MonoBlock>
        </Stack>
      </details>
    </Stack>
  );
}
