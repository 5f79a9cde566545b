"use client";
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RenewalForecast } from "@zonepost/schema";
import { useFormatter, useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import classes from "./renewal-chart.module.css";
import { RenewalChartSkeleton } from "./renewals-skeleton.tsx";

export function RenewalChart() {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.orders.renewalForecast.queryOptions(), refetchInterval: 30_000 });
  return (
    <QueryView query={query} skeleton={<RenewalChartSkeleton />}>
      {(forecast) => <Forecast forecast={forecast} />}
    </QueryView>
  );
}

function Forecast({ forecast }: { forecast: RenewalForecast }) {
  const t = useTranslations("renewals");
  const money = useMoney();
  const { currencies, unpricedCount } = forecast;
  return currencies.map(({ currency, count, totalCents, months }) => (
    <Box key={currency} mb="lg">
      <Section
        title={t("costs", { total: money(totalCents, currency) })}
        description={`${t("costsWords", { count })} ${unpricedCount > 0 ? t("unpriced", { count: unpricedCount }) : ""}`}
      >
        <Surface>
          <Bars currency={currency} months={months} />
        </Surface>
      </Section>
    </Box>
  ));
}

type Months = RenewalForecast["currencies"][number]["months"];

/** A list for assistive technologies: each month with its sum. On a phone, the bars are rows. */
function Bars({ currency, months }: { currency: string; months: Months }) {
  const t = useTranslations("renewals");
  const format = useFormatter();
  const money = useMoney();
  const highest = Math.max(...months.map(({ totalCents }) => totalCents), 1);
  const nameOf = (month: string, options: { month: "short" | "long"; year?: "numeric" }) =>
    format.dateTime(new Date(`${month}-01T00:00:00Z`), { ...options, timeZone: "UTC" });
  return (
    <ol className={classes.bars}>
      {months.map(({ month, count, totalCents }) => (
        <li key={month} className={classes.month}>
          <span className={classes.hidden}>
            {t("monthSum", {
              month: nameOf(month, { month: "long", year: "numeric" }),
              total: money(totalCents, currency),
              count,
            })}
          </span>
          <span className={classes.sum} aria-hidden>
            {count > 0 ? money(totalCents, currency) : "–"}
          </span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              style={{ "--share": totalCents / highest } as React.CSSProperties}
            />
          </span>
          <span className={classes.name} aria-hidden>
            {nameOf(month, { month: "short" })}
            <span className={classes.year}>{month.slice(0, 4)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
