"use client";
import { Stack } from "@mantine/core";
import type { MailUsage } from "@zonepost/schema";
import { useFormatter, useTranslations } from "next-intl";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { BarAxis, BarStrip } from "@/ui/values/bar-strip.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";

export function UsageCharts({ days }: { days: MailUsage["days"] }) {
  const t = useTranslations("mailUsage");
  const format = useFormatter();
  const bytes = useBytes();
  const nameOf = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { day: "numeric", month: "short", timeZone: "UTC" });
  const ends = { from: <span>{days[0] && nameOf(days[0].day)}</span>, to: <span>{t("today")}</span> };
  return (
    <Stack gap="lg">
      <Section title={t("storage")}>
        <Surface>
          <BarStrip
            label={t("storage")}
            bars={days.map(({ day, usedBytes }) => ({
              key: day,
              words: t("storageDay", { day: nameOf(day), used: bytes(usedBytes) }),
              parts: [{ fill: "accent", value: usedBytes }],
            }))}
          />
          <BarAxis {...ends} />
        </Surface>
      </Section>
      <Section title={t("messages")}>
        <Surface>
          <BarStrip
            label={t("messages")}
            bars={days.map(({ day, messagesIn, messagesOut }) => ({
              key: day,
              words: t("messagesDay", { day: nameOf(day), received: messagesIn, sent: messagesOut }),
              parts: [
                { fill: "pale", value: messagesOut },
                { fill: "accent", value: messagesIn },
              ],
            }))}
          />
          <BarAxis
            {...ends}
            legend={[
              { fill: "accent", words: t("received") },
              { fill: "pale", words: t("sent") },
            ]}
          />
        </Surface>
      </Section>
    </Stack>
  );
}
