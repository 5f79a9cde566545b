"use client";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Surface } from "@/ui/frame/surface.tsx";
import { Hint } from "@/ui/hint.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import classes from "./health.module.css";
import { NextAttempt } from "./next-attempt.tsx";

/** From the bottom of each bar to its top, and in the order of the texts. */
const kinds = ["delivered", "failedAttempts", "waiting", "skipped"] as const;

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
        const heightOf = (bucket: (typeof buckets)[number]) =>
          kinds.reduce((sum, kind) => sum + bucket[kind], 0);
        const highest = Math.max(1, ...buckets.map(heightOf));
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
            <ol className={classes.strip} aria-label={t("strip")}>
              {buckets.map((bucket) => {
                const words = t("bucket", { ...bucket, from: write(bucket.startsAt, "time") });
                return (
                  <Hint key={bucket.startsAt} label={words}>
                    <li aria-label={words}>
                      {kinds.toReversed().map((kind) => (
                        <span
                          key={kind}
                          data-kind={kind}
                          style={{ height: `${(100 * bucket[kind]) / highest}%` }}
                        />
                      ))}
                    </li>
                  </Hint>
                );
              })}
            </ol>
            <div className={classes.axis}>
              {first ? <Moment at={first.startsAt} detail="time" /> : null}
              <span className={classes.legend}>
                {kinds.map((kind) => (
                  <span key={kind}>
                    <i data-kind={kind} /> {t(`legend_${kind}`)}
                  </span>
                ))}
              </span>
              <span>{t("now")}</span>
            </div>
          </Surface>
        );
      }}
    </QueryView>
  );
}
