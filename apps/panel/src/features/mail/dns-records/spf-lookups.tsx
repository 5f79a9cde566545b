"use client";
import { Group, Text } from "@mantine/core";
import type { MailDnsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import classes from "./dns-record.module.css";

/** Which parts of an SPF record need how many DNS lookups, the most expensive first. */
export function SpfLookups({ lookups }: { lookups: NonNullable<MailDnsRecord["lookups"]> }) {
  const t = useTranslations("mailDns");
  const { total, limit } = lookups;
  const terms = [...lookups.terms].sort((one, other) => other.lookups - one.lookups);
  return (
    <div>
      <Text size="xs" c="dimmed" mb={6}>
        {t("lookups", { total, limit })}
      </Text>
      <dl className={classes.servers}>
        {terms.map(({ term, lookups: count }) => (
          <Group key={term} gap="xs" align="baseline" wrap="nowrap">
            <dt>
              <code>{term}</code>
            </dt>
            <dd>{t("lookupsOf", { count })}</dd>
          </Group>
        ))}
      </dl>
    </div>
  );
}
