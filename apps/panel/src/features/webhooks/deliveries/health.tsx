"use client";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { deactivationFailures, EndpointStatus } from "@/features/webhooks/endpoint-status.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Surface } from "@/ui/frame/surface.tsx";
import { Hint } from "@/ui/hint.tsx";
import { Moment, RelativeMoment, useMomentText } from "@/ui/values/moment.tsx";
import classes from "./health.module.css";

/** The last 24 hours as a strip, and the failures before deactivation. */
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
      {({ buckets, nextAttemptAt, consecutiveFailures }) => {
        const total = (key: "delivered" | "failed" | "waiting" | "skipped") =>
          buckets.reduce((sum, bucket) => sum + bucket[key], 0);
        const highest = Math.max(
          1,
          ...buckets.map((bucket) => bucket.delivered + bucket.failed + bucket.waiting),
        );
        const first = buckets[0];
        return (
          <Surface>
            <Facts
              facts={[
                { name: t("status"), value: <EndpointStatus {...endpoint} /> },
                {
                  name: t("inARow"),
                  value: t("failuresInARow", { count: consecutiveFailures, max: deactivationFailures }),
                },
                {
                  name: t("nextAttempt"),
                  value: nextAttemptAt ? <RelativeMoment at={nextAttemptAt} /> : t("nothingWaits"),
                },
                {
                  name: t("last24"),
                  value: t("totals", {
                    delivered: total("delivered"),
                    failed: total("failed"),
                    waiting: total("waiting"),
                  }),
                },
              ]}
            />
            <ol className={classes.strip} aria-label={t("strip")}>
              {buckets.map((bucket) => {
                const words = t("bucket", {
                  from: write(bucket.startsAt, "time"),
                  delivered: bucket.delivered,
                  failed: bucket.failed,
                  waiting: bucket.waiting,
                });
                const height = (count: number) => ({ height: `${(100 * count) / highest}%` });
                return (
                  <Hint key={bucket.startsAt} label={words}>
                    <li aria-label={words}>
                      <span data-kind="waiting" style={height(bucket.waiting)} />
                      <span data-kind="failed" style={height(bucket.failed)} />
                      <span data-kind="delivered" style={height(bucket.delivered)} />
                    </li>
                  </Hint>
                );
              })}
            </ol>
            <div className={classes.axis}>
              {first ? <Moment at={first.startsAt} detail="time" /> : null}
              <span className={classes.legend}>
                <i data-kind="delivered" /> {t("legendDelivered")}
                <i data-kind="failed" /> {t("legendFailed")}
                <i data-kind="waiting" /> {t("legendWaiting")}
              </span>
              <span>{t("now")}</span>
            </div>
          </Surface>
        );
      }}
    </QueryView>
  );
}
