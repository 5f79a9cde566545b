"use client";
import { NumberInput, Radio, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { webhookCatchUpCountLimit, webhookWaitingLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { dayMs, hourMs, minuteMs } from "@/ui/values/durations.ts";
import { NextAttempt } from "../deliveries/next-attempt.tsx";

const ranges = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
type Range = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as Range[];
const maxRate = 1_000;

/** The shortest one with all that was missed. Without any, the day that someone most likely looks for. */
const rangeFrom = (since: string | null | undefined, nowMs: number): Range =>
  since ? (rangeNames.find((name) => Date.parse(since) >= nowMs - ranges[name]) ?? "month") : "day";

/** Counts what would be sent before anything is. */
export function CatchUpDialog(props: { id: string; opened: boolean; onClose: () => void }) {
  const { id, opened, onClose } = props;
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const now = useNow();
  const [chosen, setChosen] = useState<Range>();
  // A string while it is empty or incomplete.
  const [rate, setRate] = useState<number | string>("");
  const [isRateChecked, setRateChecked] = useState(false);
  const rateField = useRef<HTMLInputElement>(null);
  const isRateWrong = rate !== "" && !(typeof rate === "number" && rate >= 1 && rate <= maxRate);
  // Whole minutes, so that the count isn't read again with each tick.
  const nowMs = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const missed = useQuery({ ...trpc.webhooks.missedOf.queryOptions({ id }), enabled: opened });
  const range = chosen ?? rangeFrom(missed.data?.since, nowMs);
  const since = new Date(nowMs - ranges[range]).toISOString();
  const counted = useQuery({
    ...trpc.webhooks.catchUpCount.queryOptions({ id, since }),
    enabled: opened && !missed.isPending,
  });
  const count = counted.data?.count;
  const { data: latest } = useQuery({ ...trpc.webhooks.catchUp.queryOptions({ id }), enabled: opened });
  const isRunning = latest?.finishedAt === null;
  const start = useSubmit({
    ...trpc.webhooks.startCatchUp.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.webhooks.pathFilter());
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("catchUpTitle")}
      submission={start}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRateWrong) {
          setRateChecked(true);
          rateField.current?.focus();
        } else if (count && !isRunning) {
          start.mutate({ id, since, ratePerSecond: typeof rate === "number" ? rate : undefined });
        }
      }}
      onReset={() => {
        setChosen(undefined);
        setRate("");
        setRateChecked(false);
      }}
      isReady={Boolean(count) && !isRunning}
      submitLabel={t("catchUpSubmit")}
      failedTitle={t("catchUpNotStarted")}
    >
      <Text size="sm">{t("catchUpIntro")}</Text>
      <Radio.Group label={t("catchUpSince")} value={range} onChange={(value) => setChosen(value as Range)}>
        <Stack gap={8} mt={6}>
          {rangeNames.map((name) => (
            <Radio key={name} value={name} label={t(`catchUpSince_${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t("catchUpRateLabel")}
        description={t("catchUpRateHint")}
        ref={rateField}
        min={1}
        max={maxRate}
        // A limit that was changed silently wouldn't be the one that was wanted.
        clampBehavior="none"
        allowDecimal={false}
        value={rate}
        onChange={setRate}
        onBlur={() => setRateChecked(true)}
        error={isRateChecked && isRateWrong ? t("catchUpRateWrong") : undefined}
      />
      {count === undefined && counted.isError && !isRunning ? (
        <Failure
          error={counted.error}
          title={t("catchUpNotCounted")}
          onRetry={() => void counted.refetch()}
        />
      ) : (
        <Text size="sm" fw={600} role="status">
          {isRunning ? (
            t("catchUpRunning")
          ) : count === undefined ? (
            t("catchUpCounting")
          ) : count === 0 ? (
            <NothingMissed id={id} range={range} />
          ) : (
            t("catchUpCount", { count, isMore: count >= webhookCatchUpCountLimit ? "yes" : "no" })
          )}
        </Text>
      )}
    </FormDialog>
  );
}

/** What waits for a retry isn't missed, but it hasn't arrived either. */
function NothingMissed({ id, range }: { id: string; range: Range }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { data: health } = useQuery(trpc.webhooks.health.queryOptions({ id }));
  if (!health?.waiting || health.nextAttemptAt === null) {
    return t("catchUpNone", { range });
  }
  const { waiting, nextAttemptAt } = health;
  return t.rich("catchUpScheduled", {
    count: waiting,
    isMore: waiting >= webhookWaitingLimit ? "yes" : "no",
    when: () => <NextAttempt at={nextAttemptAt} />,
  });
}
