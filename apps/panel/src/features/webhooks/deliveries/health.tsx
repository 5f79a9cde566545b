"use client";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Surface } from "@/ui/frame/surface.tsx";
import { BarAxis, BarStrip } from "@/ui/values/bar-strip.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import { NextAttempt } from "./next-attempt.tsx";

/** From the bottom of each bar to its top, and in the order of the texts. */
const kinds = ["delivered", "failedAttempts", "waiting", "skipped"] as const;
const fills = { delivered: "good", failedAttempts: "bad", waiting: "pale", skipped: "quiet" } as const;

/** The last 24 hours as a strip: what was delivered, and every attempt that failed. */
export function Health({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const write = useMomentText();
  const query = useQuery({
    ...trpc.webhooks.health.queryOptions({ id: endpoint.id }),
    refetchInterval: 5_000,
  });
  return (
    <QueryView query={query} skeleton={<Skeleton height={170} radius="lg" />}>
      {({ buckets, nextAttemptAt }) => {
        const totals = Object.fromEntries(
          kinds.map((kind) => [kind, buckets.reduce((sum, bucket) => sum + bucket[kind], 0)]),
        );
        const first = buckets[0];
        return (
          <Surface>
            <Facts
              facts={[
                {
                  name: t("nextAttempt"),
                  value: nextAttemptAt ? <NextAttempt at={nextAttemptAt} /> : t("nothingWaits"),
                },
                {
                  name: t("last24"),
                  wide: true,
                  value: t("totals", totals),
                },
              ]}
            />
            <BarStrip
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
              legend={kinds.map((kind) => ({ fill: fills[kind], words: t(`legend_${kind}`) }))}
            />
          </Surface>
        );
      }}
    </QueryView>
  );
}
