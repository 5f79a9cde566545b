"use client";
import { useQuery } from "@tanstack/react-query";
import type { WebhookActivity } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { BarStrip, BarTable } from "@/ui/values/bar-strip.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import classes from "./overview.module.css";
import { OverviewCard, QueryCard } from "./overview-card.tsx";

type Bucket = WebhookActivity["buckets"][number];

const sumOf = (buckets: readonly Bucket[], field: "delivered" | "failedAttempts" | "skipped") =>
  buckets.reduce((sum, bucket) => sum + bucket[field], 0);

export function DeliveriesCard() {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.webhooks.activity.queryOptions(), refetchInterval: 30_000 });
  return (
    <QueryCard query={query} title={t("deliveries")} size="deliveries">
      {({ buckets }) => {
        const isEmpty = buckets.every(
          ({ delivered, failedAttempts, skipped }) => delivered + failedAttempts + skipped === 0,
        );
        return isEmpty ? null : (
          <OverviewCard
            title={t("deliveries")}
            size="deliveries"
            more={{ label: t("openWebhooks"), href: "/webhooks" }}
          >
            <Week buckets={buckets} />
          </OverviewCard>
        );
      }}
    </QueryCard>
  );
}

function Week({ buckets }: { buckets: Bucket[] }) {
  const t = useTranslations("overview");
  const writeTime = useMomentText();
  return (
    <>
      <BarStrip
        label={t("deliveries")}
        bars={buckets.map(({ startsAt, delivered, failedAttempts, skipped }) => ({
          key: startsAt,
          words: t("period", {
            from: writeTime(startsAt, "time"),
            delivered,
            failed: failedAttempts,
            skipped,
          }),
          parts: [
            { fill: "quiet", value: skipped },
            { fill: "bad", value: failedAttempts },
            { fill: "good", value: delivered },
          ],
        }))}
      />
      <p className={classes.summary}>
        {[
          t("delivered", { count: sumOf(buckets, "delivered") }),
          t("failedAttempts", { count: sumOf(buckets, "failedAttempts") }),
          t("skipped", { count: sumOf(buckets, "skipped") }),
        ].join(" · ")}
      </p>
      <BarTable
        summary={t("table")}
        label={t("deliveries")}
        headers={[t("from"), t("column_delivered"), t("column_failed"), t("column_skipped")]}
        rows={buckets.map(({ startsAt, delivered, failedAttempts, skipped }) => ({
          key: startsAt,
          name: writeTime(startsAt, "time"),
          values: [delivered, failedAttempts, skipped],
        }))}
      />
    </>
  );
}
