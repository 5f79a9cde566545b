"use client";
import { useQuery } from "@tanstack/react-query";
import type { Portfolio } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/trpc/client.tsx";
import classes from "./overview.module.css";
import { OverviewCard, QueryCard } from "./overview-card.tsx";

export function PortfolioCard() {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.domains.portfolio.queryOptions(), refetchInterval: 60_000 });
  return (
    <QueryCard query={query} title={t("portfolio")} size="portfolio">
      {(portfolio) =>
        portfolio.domainCount === 0 ? null : (
          <OverviewCard title={t("portfolio")} size="portfolio">
            <Shares portfolio={portfolio} />
          </OverviewCard>
        )
      }
    </QueryCard>
  );
}

/** Green only for what is set, or was found by a recent check. What wasn't checked is counted apart. */
function Shares({ portfolio }: { portfolio: Portfolio }) {
  const t = useTranslations("overview");
  const { domainCount: total, autoRenewCount, lockedCount, dnssec, nameservers } = portfolio;
  const unchecked = (count: number) => (count > 0 ? t("unchecked", { count }) : null);
  const broken =
    dnssec.brokenCount > 0 ? <strong>{t("dnssecBroken", { count: dnssec.brokenCount })}</strong> : null;
  const unsure = unchecked(dnssec.uncheckedCount);
  return (
    <>
      <Share name={t("autoRenew")} count={autoRenewCount} total={total} />
      <Share name={t("locked")} count={lockedCount} total={total} />
      <Share
        name={t("dnssec")}
        count={dnssec.validCount}
        total={total}
        uncheckedCount={dnssec.uncheckedCount}
        note={
          broken || unsure ? (
            <>
              {broken}
              {broken && unsure ? " · " : null}
              {unsure}
            </>
          ) : null
        }
      />
      <Share
        name={t("nameservers")}
        count={nameservers.answeringCount}
        total={total}
        uncheckedCount={nameservers.uncheckedCount}
        note={unchecked(nameservers.uncheckedCount)}
      />
    </>
  );
}

function Share(props: {
  name: string;
  count: number;
  total: number;
  uncheckedCount?: number;
  note?: ReactNode;
}) {
  const { name, count, total, uncheckedCount, note } = props;
  const t = useTranslations("overview");
  // A share of nothing would say that all have failed.
  if (uncheckedCount === total) {
    return (
      <div className={classes.meter}>
        <div className={classes.meterHead}>
          <span>{name}</span>
          <span>{t("noneChecked")}</span>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.meter}>
      <div className={classes.meterHead}>
        <span>{name}</span>
        <span>{t("share", { count, total })}</span>
      </div>
      <div className={classes.bar} aria-hidden>
        <span style={{ width: `${(100 * count) / total}%` }} />
      </div>
      {note ? <div className={classes.note}>{note}</div> : null}
    </div>
  );
}
