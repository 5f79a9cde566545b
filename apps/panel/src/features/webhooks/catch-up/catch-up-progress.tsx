"use client";
import { Button, Group, Progress, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebhookCatchUp, WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { dayMs } from "@/ui/values/durations.ts";
import { Moment } from "@/ui/values/moment.tsx";
import { EndedCatchUp } from "./ended-catch-up.tsx";
import { FailingWords } from "./failing-words.tsx";
import { MissedLine } from "./missed-line.tsx";

const busyMs = 1_000;
const calmMs = 15_000;

type CatchUpProgressProps = { endpoint: WebhookEndpoint; onCatchUp: () => void };

/** The endpoint's catch-up while it runs, for a day its result, and what another one would send. */
export function CatchUpProgress({ endpoint, onCatchUp }: CatchUpProgressProps) {
  const { id, active } = endpoint;
  const trpc = useTRPC();
  const now = useNow();
  const { data: catchUp } = useQuery({
    ...trpc.webhooks.catchUp.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? busyMs : calmMs),
  });
  useFreshHealth(id, catchUp);
  if (catchUp === undefined) {
    return null;
  }
  const isShown =
    catchUp !== null &&
    (catchUp.finishedAt === null || now.getTime() - Date.parse(catchUp.finishedAt) <= dayMs);
  if (isShown && (catchUp.finishedAt === null || isStoppedEarly(catchUp))) {
    return <OpenCatchUp endpoint={endpoint} catchUp={catchUp} onCatchUp={onCatchUp} />;
  }
  return (
    <>
      {active ? <MissedLine id={id} onCatchUp={onCatchUp} /> : null}
      {isShown ? <EndedCatchUp key={catchUp.startedAt} endpointId={id} catchUp={catchUp} /> : null}
    </>
  );
}

/** Counts on the same page that a catch-up changes don't contradict its own until they are read again. */
function useFreshHealth(id: string, catchUp: WebhookCatchUp | null | undefined) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const figures = catchUp
    ? [catchUp.delivered, catchUp.failed, catchUp.skipped, catchUp.finishedAt].join(" ")
    : undefined;
  const last = useRef(figures);
  useEffect(() => {
    if (last.current !== undefined && last.current !== figures) {
      void queryClient.invalidateQueries(trpc.webhooks.health.queryFilter({ id }));
      void queryClient.invalidateQueries(trpc.webhooks.missedOf.queryFilter({ id }));
    }
    last.current = figures;
  }, [figures, id, queryClient, trpc]);
}

const isStoppedEarly = ({ state, skipped, finishedAt }: WebhookCatchUp): boolean =>
  state === "stopped" && finishedAt !== null && skipped > 0;

/** One that runs, or that left something. */
function OpenCatchUp({ endpoint, catchUp, onCatchUp }: CatchUpProgressProps & { catchUp: WebhookCatchUp }) {
  const { id, active } = endpoint;
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const right = useRight("webhooks:write");
  const stop = useSubmit({
    ...trpc.webhooks.stopCatchUp.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    isRepeatable: true,
  });
  const { state, total, delivered, failed, skipped, finishedAt } = catchUp;
  const isRunning = state === "preparing" || state === "sending";
  const words =
    finishedAt !== null ? "stopped" : state === "preparing" || state === "sending" ? state : "stopping";
  const share = (count: number) => (total === 0 ? 0 : (100 * count) / total);
  return (
    <Section
      title={t("catchUp")}
      description={
        words === "sending" && active && endpoint.consecutiveFailures > 0 ? (
          <FailingWords endpoint={endpoint} />
        ) : (
          <>
            {t.rich(`catchUpWords_${words}`, {
              when: () => <Moment at={finishedAt ?? catchUp.startedAt} detail="time" />,
            })}{" "}
            {isStoppedEarly(catchUp) ? t("catchUpUnsent", { count: skipped }) : null}
          </>
        )
      }
      action={
        right.has && isRunning ? (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate({ id })}>
            {t("catchUpStop")}
          </Button>
        ) : right.has && active && isStoppedEarly(catchUp) ? (
          <Button variant="default" onClick={onCatchUp}>
            {t("catchUpMenu")}
          </Button>
        ) : null
      }
    >
      <Surface>
        <Progress.Root mb="xs">
          <Progress.Section value={share(delivered)} aria-label={t("catchUpShare")} />
          <Progress.Section value={share(failed)} color="var(--zp-bad-fill)" withAria={false} />
        </Progress.Root>
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
