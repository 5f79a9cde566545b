"use client";
import type { MailUsage } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { BarAxis, BarStrip } from "@/ui/values/bar-strip.tsx";
import { useDayText } from "@/ui/values/moment.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";

export function UsageCharts({ days }: { days: MailUsage["days"] }) {
  const t = useTranslations("mailUsage");
  const nameOf = useDayText();
  const bytes = useBytes();
  const mostBytes = Math.max(0, ...days.map(({ usedBytes }) => usedBytes));
  const mostMessages = Math.max(0, ...days.map(({ messagesIn, messagesOut }) => messagesIn + messagesOut));
  const ends = { from: <span>{days[0] && nameOf(days[0].day)}</span>, to: <span>{t("today")}</span> };
  return (
    <>
      <Section title={t("storage")} description={t("mostStorage", { used: bytes(mostBytes) })}>
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
      <Section title={t("messages")} description={t("mostMessages", { count: mostMessages })}>
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
    </>
  );
}
