"use client";
import { Text } from "@mantine/core";
import type { MailSettings } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { MailProgramsView } from "./mail-programs-view.tsx";
import { useServerFacts } from "./use-server-facts.ts";

export function MailProgramsSection() {
  const t = useTranslations("mailPrograms");
  return (
    <Section title={t("title")} description={t("words")}>
      <MailProgramsView>{(settings) => <Servers settings={settings} />}</MailProgramsView>
    </Section>
  );
}

function Servers({ settings }: { settings: MailSettings }) {
  const t = useTranslations("mailPrograms");
  const facts = useServerFacts(settings);
  return (
    <Surface>
      <Facts facts={facts.map((fact) => ({ ...fact, wide: true }))} />
      <Text size="sm" c="dimmed" my="md" maw="64ch">
        {t("automatic")}
      </Text>
      <CopyButton
        value={facts.map(({ name, value }) => `${name}: ${value}`).join("\n")}
        label={t("title")}
        text={t("copyAll")}
      />
    </Surface>
  );
}
