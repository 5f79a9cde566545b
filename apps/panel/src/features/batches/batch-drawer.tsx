"use client";
import { Anchor, Button, Group, Progress, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { DomainBatchChange, DomainBatchDetails } from "@zonepost/schema";
import { batchItemStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { domainPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { changeNamed } from "./batch-change.ts";
import classes from "./batch-drawer.module.css";
import { useStartBatches } from "./use-start-batches.ts";

const pollMs = 1_000;
const shownAtOnce = 200;

/** The progress of a bulk change, with a result for each name. Closing the drawer doesn't stop it. */
export function BatchDrawer(props: {
  ids: string[] | null;
  opened: boolean;
  onClose: () => void;
  onStarted: (ids: string[]) => void;
}) {
  const { ids, opened, onClose, onStarted } = props;
  const t = useTranslations("bulk");
  const shown = useKeptWhileClosing(ids);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("results")}>
      {shown && shown.length > 0 ? <Results key={shown.join()} ids={shown} onStarted={onStarted} /> : null}
    </SideDrawer>
  );
}

function Results({ ids, onStarted }: { ids: string[]; onStarted: (ids: string[]) => void }) {
  const t = useTranslations("bulk");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queries = useQueries({
    queries: ids.map((id) => ({
      ...trpc.domains.batches.get.queryOptions({ id }),
      refetchInterval: (query: { state: { data?: DomainBatchDetails } }) =>
        query.state.data?.state === "finished" ? (false as const) : pollMs,
    })),
  });
  const failure = queries.find((query) => query.isError && query.data === undefined);
  const batches = queries.flatMap((query) => query.data ?? []);
  const isFinished = batches.length === ids.length && batches.every(({ state }) => state === "finished");
  useEffect(() => {
    if (isFinished) {
      void queryClient.invalidateQueries(trpc.domains.pathFilter());
    }
  }, [isFinished, queryClient, trpc]);
  if (failure) {
    return <Failure error={failure.error} title={t("notLoaded")} onRetry={() => void failure.refetch()} />;
  }
  if (batches.length < ids.length) {
    return <Skeleton height={160} radius="lg" aria-busy />;
  }
  return <Progressed batches={batches} isFinished={isFinished} onStarted={onStarted} />;
}

const failedOf = ({ items }: DomainBatchDetails) => items.filter(({ state }) => state === "failed");

function Progressed(props: {
  batches: DomainBatchDetails[];
  isFinished: boolean;
  onStarted: (ids: string[]) => void;
}) {
  const { batches, isFinished, onStarted } = props;
  const t = useTranslations("bulk");
  const [only, setOnly] = useState<"all" | "failed">("all");
  const [showsAll, setShowsAll] = useState(false);
  const retry = useStartBatches(onStarted);
  const sum = (of: (batch: DomainBatchDetails) => number) =>
    batches.reduce((total, batch) => total + of(batch), 0);
  const total = sum((batch) => batch.total);
  const succeeded = sum((batch) => batch.succeeded);
  const failed = sum((batch) => batch.failed);
  const items = batches.flatMap((batch) => batch.items);
  const failedItems = batches.flatMap(failedOf);
  const listed = only === "failed" ? failedItems : items;
  const kinds = new Set(batches.map((batch) => changeNamed(batch.change)));
  const [named] = kinds.size === 1 ? kinds : [];
  const counts = t("counts", { succeeded, failed, waiting: total - succeeded - failed });
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600}>{named ? t(`did_${named}`) : t("someChange")}</Text>
        <Text size="sm" c="dimmed" role="status">
          {isFinished ? t("finished", { total }) : t("running", { done: succeeded + failed, total })} ·{" "}
          {counts}
        </Text>
      </div>
      <Progress.Root size={12} radius="xl" bg="var(--zp-surface-quiet)">
        <Progress.Section
          value={(100 * succeeded) / total}
          color="var(--zp-good-fill)"
          aria-label={t("progress")}
          aria-valuetext={counts}
        />
        <Progress.Section
          value={(100 * failed) / total}
          color="var(--zp-bad-fill)"
          aria-label={t("progressFailed")}
          aria-valuetext={counts}
        />
      </Progress.Root>
      {isFinished ? null : (
        <Text size="sm" c="dimmed">
          {t("mayLeave")}
        </Text>
      )}
      <Group gap="xs">
        {failed > 0 ? (
          <>
            <SegmentedControl
              aria-label={t("show")}
              value={only}
              onChange={(value) => setOnly(value as "all" | "failed")}
              data={[
                { value: "all", label: t("showAll", { count: total }) },
                { value: "failed", label: t("showFailed", { count: failed }) },
              ]}
            />
            {isFinished && !kinds.has("deletion") ? (
              <Button
                leftSection={<IconRefresh size={18} aria-hidden />}
                loading={retry.isPending}
                onClick={() =>
                  retry.mutate(
                    batches.map((batch) => ({
                      names: failedOf(batch).map(({ domainName }) => domainName),
                      change: batch.change as DomainBatchChange,
                    })),
                  )
                }
              >
                {t("retry", { count: failed })}
              </Button>
            ) : null}
            <CopyButton
              value={failedItems.map(({ domainName }) => domainName).join("\n")}
              label={t("failedNames")}
              text={t("copyFailed")}
            />
          </>
        ) : null}
      </Group>
      {retry.error ? <Failure error={retry.error} title={t("notStarted")} /> : null}
      <ul className={classes.items} aria-label={t("results")}>
        {listed.slice(0, showsAll ? undefined : shownAtOnce).map(({ domainName, state, reason }) => (
          <li key={domainName} className={classes.item}>
            <div className={classes.name}>
              <Anchor component={Link} href={domainPath(domainName)} size="sm" fw={500} c="inherit">
                {toUnicodeName(domainName)}
              </Anchor>
              {reason ? (
                <Text size="xs" c="dimmed">
                  {reason.message}
                </Text>
              ) : null}
            </div>
            <StatusBadge tone={batchItemStates[state].tone}>{t(`state_${state}`)}</StatusBadge>
          </li>
        ))}
      </ul>
      {!showsAll && listed.length > shownAtOnce ? (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {t("showRest", { count: listed.length - shownAtOnce })}
        </Button>
      ) : null}
    </Stack>
  );
}
