"use client";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import classes from "./overview.module.css";
import { CardSkeleton, OverviewCard } from "./overview-card.tsx";

export function OverviewSkeleton() {
  const t = useTranslations("overview");
  const attention = useTranslations("attention");
  return (
    <>
      <PageHeader title={t("title")} below={<p className={classes.counts}>{"\u00a0"}</p>} />
      <div className={classes.cards} aria-busy>
        <div className={classes.column}>
          <OverviewCard title={attention("title")} size="attention">
            <CardSkeleton />
          </OverviewCard>
          <OverviewCard title={t("renewalsTitle")} size="renewals">
            <CardSkeleton />
          </OverviewCard>
        </div>
        <div className={classes.column}>
          <OverviewCard title={t("portfolio")} size="portfolio">
            <CardSkeleton />
          </OverviewCard>
        </div>
      </div>
    </>
  );
}
