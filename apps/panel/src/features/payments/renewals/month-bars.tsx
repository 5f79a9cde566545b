"use client";
import { Text } from "@mantine/core";
import type { RenewalForecast } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { renewalsOfMonthPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import { BarTable } from "@/ui/values/bar-strip.tsx";
import { useMonthText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { chartScale } from "./chart-scale.ts";
import classes from "./month-bars.module.css";

type Months = RenewalForecast["currencies"][number]["months"];

/**
 * Twelve months as bars that lead to the renewals of the month: solid where renewals are charged, hatched for what expires
 * unless someone renews it. On a phone, the bars are rows. The same as a table is below.
 */
export function MonthBars({ currency, months }: { currency: string; months: Months }) {
  const t = useTranslations("renewals");
  const money = useMoney();
  const { isRoot, bars } = chartScale(months);
  const nameOf = useMonthText();
  const wordsOf = ({ month, count, totalCents, expiringCount, expiringTotalCents }: Months[number]) => {
    const renews = t("monthSum", {
      month: nameOf(month),
      total: money(totalCents, currency),
      count,
    });
    const expires = t("monthExpires", { count: expiringCount, total: money(expiringTotalCents, currency) });
    return expiringCount === 0 ? renews : `${renews}; ${expires}`;
  };
  return (
    <>
      <ol className={classes.bars}>
        {months.map((each, index) => {
          const { month, count, totalCents, expiringCount, expiringTotalCents } = each;
          const isEmpty = count + expiringCount === 0;
          const bar = bars[index];
          const inside = (
            <>
              <span className={classes.sum} aria-hidden>
                {isEmpty ? "–" : money(totalCents + expiringTotalCents, currency)}
              </span>
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.expiring}
                  style={{ "--share": bar?.expiring ?? 0 } as React.CSSProperties}
                />
                <span
                  className={classes.bar}
                  style={{ "--share": bar?.renewing ?? 0 } as React.CSSProperties}
                />
              </span>
              <span className={classes.name} aria-hidden>
                {nameOf(month, "shortMonth")}
                <span className={classes.year}>{month.slice(0, 4)}</span>
              </span>
            </>
          );
          return (
            <li key={month}>
              {isEmpty ? (
                <div className={classes.month}>
                  <span className={classes.hidden}>{wordsOf(each)}</span>
                  {inside}
                </div>
              ) : (
                <Link href={renewalsOfMonthPath(month)} className={classes.month}>
                  <span className={classes.hidden}>{wordsOf(each)}</span>
                  {inside}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <div className={classes.legend}>
        <span>
          <i className={classes.solidKey} /> {t("renewing")}
        </span>
        <span>
          <i className={classes.hatchedKey} /> {t("notRenewing")}
        </span>
      </div>
      {isRoot ? (
        <Text size="xs" c="dimmed" mt={4}>
          {t("rootScale")}
        </Text>
      ) : null}
      <BarTable
        summary={t("asTable")}
        label={t("byMonth")}
        headers={[t("month"), t("renewing"), t("notRenewing")]}
        rows={months.map(({ month, totalCents, expiringTotalCents }) => ({
          key: month,
          name: nameOf(month),
          values: [money(totalCents, currency), money(expiringTotalCents, currency)],
        }))}
      />
    </>
  );
}
