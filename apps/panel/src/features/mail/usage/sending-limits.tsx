"use client";
import { Box, Stack, Text } from "@mantine/core";
import type { MailUsage } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Meter } from "@/ui/notices/meter.tsx";

/** The recipients of the last hour, next to the limits of the domain and the workspace. */
export function SendingLimits({
  domainName,
  sending,
}: {
  domainName: string;
  sending: MailUsage["sending"];
}) {
  const t = useTranslations("mailUsage");
  const rows = [
    { label: t("sentByDomain", { name: domainName }), ...sending.domain.own },
    { label: t("causedByDomain", { name: domainName }), ...sending.domain.strangers },
    { label: t("sentByWorkspace"), ...sending.workspace.own },
    { label: t("causedByWorkspace"), ...sending.workspace.strangers },
  ];
  return (
    <Section title={t("recipients")} description={t("recipientsWords")}>
      <Surface>
        <Stack gap="md">
          {rows.map(({ label, recipients, limit }) => {
            const text = t("recipientsOf", { recipients, limit });
            return (
              <Box key={label}>
                <Text size="sm" mb={4}>
                  {label}: {text}
                </Text>
                <Meter label={label} value={recipients} max={limit} text={text} />
              </Box>
            );
          })}
        </Stack>
      </Surface>
    </Section>
  );
}
