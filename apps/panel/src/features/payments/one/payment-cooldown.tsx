"use client";
import { Button, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { type Countdown, countdownOf } from "../cooldown/countdown.ts";
import { CountdownBar } from "../cooldown/countdown-bar.tsx";

/** The countdown, why it is paused or has ended, and the release of a pause for a fraud warning. */
export function PaymentCooldown({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const now = useNow();
  const explain = useExplanation();
  const countdown = countdownOf(payment, now);
  if (!countdown) {
    return null;
  }
  const isReleasable = countdown.kind === "paused" && countdown.reason === "early_fraud_warning";
  return (
    <Section title={t("cooldown")}>
      <Surface>
        <Stack gap="sm">
          <CountdownBar payment={payment} />
          <Text size="sm" c="dimmed">
            {explain(countdown)}
          </Text>
          {isReleasable ? <ReleasePayment id={payment.id} /> : null}
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
        return countdown.reason === "dispute"
          ? t("why_dispute")
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

function ReleasePayment({ id }: { id: string }) {
  const t = useTranslations("payment");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const write = useRight("payments:write");
  const refresh = () => queryClient.invalidateQueries(trpc.orders.pathFilter());
  const release = useSubmit({
    mutationFn: () => client.payments.release.mutate({ id }),
    onSuccess: refresh,
    onError: () => void refresh(),
    isRepeatable: true,
  });
  return (
    <>
      {release.failure ? <FailureAlert failure={release.failure} title={t("notReleased")} /> : null}
      <Button
        variant="default"
        disabled={!write.has}
        title={write.why}
        loading={release.isPending}
        onClick={() => release.mutate()}
        style={{ alignSelf: "flex-start" }}
      >
        {t("release")}
      </Button>
    </>
  );
}
