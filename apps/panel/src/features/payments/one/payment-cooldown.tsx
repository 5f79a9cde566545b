"use client";
import { Stack, Text } from "@mantine/core";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { type Countdown, countdownOf } from "../cooldown/countdown.ts";
import { CountdownBar } from "../cooldown/countdown-bar.tsx";

/** The countdown, and why it is paused or has ended. */
export function PaymentCooldown({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const now = useNow();
  const explain = useExplanation();
  const countdown = countdownOf(payment, now);
  if (!countdown) {
    return null;
  }
  return (
    <Section title={t("cooldown")}>
      <Surface>
        <Stack gap="sm">
          <CountdownBar payment={payment} />
          <Text size="sm" c="dimmed">
            {explain(countdown)}
          </Text>
        </Stack>
      </Surface>
    </Section>
  );
}

function useExplanation() {
  const t = useTranslations("payment");
  const write = useMomentText();
  return (countdown: Countdown): string => {
    switch (countdown.kind) {
      case "paused":
        return countdown.reason !== "early_fraud_warning"
          ? t(`why_${countdown.reason}`)
          : t("why_early_fraud_warning", {
              hasDate: String(countdown.endsAt !== null),
              date: countdown.endsAt === null ? "" : write(countdown.endsAt, "date"),
            });
      case "ended":
        return t(`why_${countdown.reason}`);
      default:
        return t(`why_${countdown.kind}`);
    }
  };
}
