"use client";
import { Group, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type WebhookEndpoint, webhookWaitingLimit } from "@zonepost/schema";
import type { WebhookHealth } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { useNotUpdating } from "@/lib/use-not-updating.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { BarAxis, BarStrip, BarTable } from "@/ui/values/bar-strip.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import { NextAttempt } from "./next-attempt.tsx";
import { TryNow } from "./try-now.tsx";

/** From the bottom of each bar to its top, and in the order of the texts. */
const kinds = ["delivered", "failedAttempts", "skipped"] as const;
const fills = { delivered: "good", failedAttempts: "bad", skipped: "quiet" } as const;

/** What waits now, and the last 24 hours by the hour: what was delivered, skipped, and every attempt that failed. */
export function Health({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.webhooks.health.queryOptions({ id: endpoint.id }),
    refetchInterval: 5_000,
  });
  const notUpdating = useNotUpdating(query);
  return (
    <Section title={t("health")} description={notUpdating}>
      <QueryView query={query} skeleton={<Skeleton height={260} radius="lg" />}>
        {(health) => (
          <Surface>
            <Facts
              facts={[
                {
                  name: t("nextAttempt"),
                  value: health.nextAttemptAt ? (
                    <Group component="span" gap="4px 8px">
                      <NextAttempt at={health.nextAttemptAt} />
                      <TryNow id={endpoint.id} />
                    </Group>
                  ) : (
                    t(endpoint.active ? "nothingWaits" : "noneWhileInactive")
                  ),
                },
                {
                  name: t("waiting"),
                  value: t("waitingCount", {
                    count: health.waiting,
                    isMore: health.waiting >= webhookWaitingLimit ? "yes" : "no",
                  }),
                },
                {
                  name: t("p95"),
                  value:
                    health.p95DurationMs === null
                      ? t("noAttempts")
                      : t("p95Value", { count: health.p95DurationMs }),
                },
                { name: t("failuresInARow"), value: endpoint.consecutiveFailures },
              ]}
            />
            <Hours buckets={health.buckets} />
          </Surface>
        )}
      </QueryView>
    </Section>
  );
}

function Hours({ buckets }: Pick<WebhookHealth, "buckets">) {
  const t = useTranslations("webhooks");
  const write = useMomentText();
  const totals = Object.fromEntries(
    kinds.map((kind) => [kind, buckets.reduce((sum, bucket) => sum + bucket[kind], 0)]),
  );
  const first = buckets[0];
  return (
    <>
      <BarStrip
        isTall
        label={t("strip")}
        bars={buckets.map((bucket) => ({
          key: bucket.startsAt,
          words: t("bucket", { ...bucket, from: write(bucket.startsAt, "time") }),
          parts: kinds.toReversed().map((kind) => ({ fill: fills[kind], value: bucket[kind] })),
        }))}
      />
      <BarAxis
        from={first ? <Moment at={first.startsAt} detail="time" /> : null}
        to={<span>{t("now")}</span>}
        legend={kinds.map((kind) => ({
          fill: fills[kind],
          words: t(`legend_${kind}`, { count: totals[kind] ?? 0 }),
        }))}
      />
      <BarTable
        summary={t("asTable")}
        label={t("strip")}
        headers={[t("hour"), ...kinds.map((kind) => t(`column_${kind}`))]}
        rows={buckets.toReversed().map((bucket) => ({
          key: bucket.startsAt,
          name: write(bucket.startsAt, "time"),
          values: kinds.map((kind) => bucket[kind]),
        }))}
      />
    </>
  );
}
