"use client";
import { Button, Group, Progress, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebhookCatchUp } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { dayMs } from "@/ui/values/durations.ts";
import { Moment } from "@/ui/values/moment.tsx";

const busyMs = 1_000;
const calmMs = 15_000;

/** The endpoint's catch-up while it runs, and for a day afterwards. */
export function CatchUpProgress({ id }: { id: string }) {
  const trpc = useTRPC();
  const now = useNow();
  const { data: catchUp } = useQuery({
    ...trpc.webhooks.catchUp.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? busyMs : calmMs),
  });
  if (!catchUp || (catchUp.finishedAt && now.getTime() - Date.parse(catchUp.finishedAt) > dayMs)) {
    return null;
  }
  return <Shown id={id} catchUp={catchUp} />;
}

function Shown({ id, catchUp }: { id: string; catchUp: WebhookCatchUp }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mayStop = useRight("webhooks:write");
  const stop = useSubmit({
    ...trpc.webhooks.stopCatchUp.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    isRepeatable: true,
  });
  const { state, total, delivered, failed, skipped, finishedAt } = catchUp;
  const isRunning = state === "preparing" || state === "sending";
  const share = total === 0 ? 100 : (100 * (delivered + failed + skipped)) / total;
  return (
    <Section
      title={t("catchUp")}
      description={t.rich(`catchUpWords_${finishedAt === null && state === "stopped" ? "stopping" : state}`, {
        when: () => <Moment at={finishedAt ?? catchUp.startedAt} detail="time" />,
      })}
      action={
        isRunning && mayStop.has ? (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate({ id })}>
            {t("catchUpStop")}
          </Button>
        ) : null
      }
    >
      <Surface>
        <Progress
          value={share}
          aria-label={t("catchUpShare")}
          color={failed + skipped > 0 ? "yellow" : undefined}
          mb="xs"
        />
        <Group gap="4px 16px">
          <Text size="sm">{t("catchUpDelivered", { delivered, total })}</Text>
          {(["failed", "waiting", "skipped"] as const).map((kind) =>
            catchUp[kind] > 0 ? (
              <Text key={kind} size="sm" c="dimmed">
                {t(`catchUp_${kind}`, { count: catchUp[kind] })}
              </Text>
            ) : null,
          )}
          {catchUp.ratePerSecond === null ? null : (
            <Text size="sm" c="dimmed">
              {t("catchUpRate", { count: catchUp.ratePerSecond })}
            </Text>
          )}
        </Group>
        {stop.error ? <Failure error={stop.error} title={t("catchUpNotStopped")} /> : null}
      </Surface>
    </Section>
  );
}
