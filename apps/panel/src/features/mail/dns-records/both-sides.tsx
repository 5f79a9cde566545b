"use client";
import { Stack, Text } from "@mantine/core";
import type { MailDnsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { MonoBlock } from "@/ui/values/mono.tsx";

/** A conflict: what the zone has, and what mail needs. */
export function BothSides({ record }: { record: MailDnsRecord }) {
  const t = useTranslations("mailDns");
  const { type, name, expected, hosted } = record;
  const lines = hosted?.present.flatMap((set) =>
    set.values.map((value) => `${set.name} ${set.type} ${value}`),
  );
  return (
    <Stack gap="sm">
      <Side title={t("inZone")} label={t("inZoneOf", { type, name })}>
        {lines?.join("\n") ?? ""}
      </Side>
      <Side title={t("needed")} label={t("neededOf", { type, name })}>
        {`${type} ${expected}`}
      </Side>
    </Stack>
  );
}

export function Side({ title, label, children }: { title: string; label: string; children: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={6}>
        {title}
      </Text>
      <MonoBlock label={label}>{children}</MonoBlock>
    </div>
  );
}
