"use client";
import { Button, Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebhookDeliveryDetails } from "@zonepost/schema";
import { deliveryStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { failureSentence } from "../../failures/failure-sentence.ts";

/** One more attempt. Its result appears here once it has been made. */
export function Replay({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const mayReplay = useRight("webhooks:write");
  const wordsId = useId();
  const [attemptsBefore, setAttemptsBefore] = useState<number>();
  const { id: deliveryId, endpointId, attempt, attempts, status } = delivery;
  const { data: endpoint } = useQuery(trpc.webhooks.get.queryOptions({ id: endpointId }));
  const why =
    mayReplay.why ??
    (delivery.test
      ? t("replayNotForTests")
      : endpoint?.active === false
        ? t("replayNotWhileInactive")
        : undefined);
  const replay = useSubmit({
    mutationFn: () => client.webhooks.replay.mutate({ id: endpointId, deliveryId }),
    onSuccess: (replayed) => {
      setAttemptsBefore(replayed.attempt);
      return queryClient.invalidateQueries(trpc.webhooks.pathFilter());
    },
    isRepeatable: true,
  });
  const isWaiting = attemptsBefore !== undefined && attempt === attemptsBefore && status === "pending";
  const result =
    attemptsBefore === undefined ? undefined : attempts.find((one) => one.number > attemptsBefore);
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRepeat size={18} aria-hidden />}
        loading={replay.isPending || isWaiting}
        // Not disabled: the keyboard reaches it, so that a screen reader reads why it does nothing.
        aria-disabled={why === undefined ? undefined : true}
        data-disabled={why === undefined ? undefined : true}
        aria-describedby={wordsId}
        onClick={() => {
          if (why === undefined) {
            replay.mutate();
          }
        }}
      >
        {t("replay")}
      </Button>
      <Text id={wordsId} size="xs" c="dimmed" mt={4}>
        {why ?? t("replayWords")}
      </Text>
      {/* Before the result, so that screen readers announce it. */}
      <div role="status">
        {result ? (
          <StatusBadge tone={deliveryStates[result.error ? "failed" : "succeeded"].tone}>
            {t("replayed", {
              number: result.number,
              result: result.error
                ? failureSentence(result.error.message)
                : t("answered", { status: result.response?.statusCode ?? "–" }),
            })}
          </StatusBadge>
        ) : null}
      </div>
      {replay.error ? <Failure error={replay.error} title={t("notReplayed")} /> : null}
    </div>
  );
}
