import { Group, Loader, Stack, Text } from "@mantine/core";
import type { WebhookDeliveryDetails } from "@zonepost/schema";
import { deliveryStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import { CheckSignatureLink } from "../failures/check-signature-link.tsx";
import { failureSentence } from "../failures/failure-sentence.ts";

/** The response to a test event, or why there was none. */
export function TestResult({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const t = useTranslations("webhooks");
  if (delivery.status === "pending") {
    return (
      <Group gap="sm" wrap="nowrap">
        <Loader size={18} aria-hidden />
        <Text size="sm">{t("testWaiting")}</Text>
      </Group>
    );
  }
  const attempt = delivery.attempts.at(-1);
  const isDelivered = delivery.status === "succeeded";
  return (
    <Stack gap="sm">
      <Group gap="md">
        <StatusBadge tone={deliveryStates[isDelivered ? "succeeded" : "failed"].tone}>
          {isDelivered
            ? t("testDelivered", { status: delivery.statusCode ?? "–", count: delivery.durationMs ?? 0 })
            : t("delivery_failed")}
        </StatusBadge>
        {isDelivered || delivery.durationMs === null ? null : (
          <Text size="sm" c="dimmed">
            {t("milliseconds", { count: delivery.durationMs })}
          </Text>
        )}
      </Group>
      {attempt?.error ? (
        <div>
          <Text size="sm">
            <b>{t("reason")}</b> {failureSentence(attempt.error.message)}
          </Text>
          <Text size="sm" c="dimmed">
            {attempt.error.hint} <CheckSignatureLink stage={attempt.error.stage} />
          </Text>
        </div>
      ) : null}
      {attempt?.response?.body ? (
        <MonoBlock label={t("testResponse")}>{attempt.response.body}</MonoBlock>
      ) : null}
    </Stack>
  );
}
