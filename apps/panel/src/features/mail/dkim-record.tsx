"use client";
import { List, Stack, Text } from "@mantine/core";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";

export function DkimRecord({ domainName, dkim }: { domainName: string; dkim: MailDomain["dkim"] }) {
  const t = useTranslations("mail");
  const relative = dkim.host.endsWith(`.${domainName}`)
    ? dkim.host.slice(0, -domainName.length - 1)
    : dkim.host;
  return (
    <Section title={t("dkim")} description={t("dkimWords")}>
      <Surface>
        <Stack gap="md">
          <div>
            <Text size="xs" c="dimmed" mb={6}>
              {t("dkimName")}
            </Text>
            <MonoBlock label={t("dkimName")}>{dkim.host}</MonoBlock>
          </div>
          <div>
            <Text size="xs" c="dimmed" mb={6}>
              {t("dkimValue")}
            </Text>
            <MonoBlock label={t("dkimValue")}>{dkim.record}</MonoBlock>
          </div>
          <List size="sm" spacing={6}>
            <List.Item>{t("dkimType")}</List.Item>
            <List.Item>
              {t("dkimRelative", { domain: domainName })} <code>{relative}</code>
            </List.Item>
            <List.Item>{t("dkimLong")}</List.Item>
          </List>
        </Stack>
      </Surface>
    </Section>
  );
}
