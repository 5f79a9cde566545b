"use client";
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RenewalForecast } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useMonthText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { MonthBars } from "./month-bars.tsx";
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
  const nameOf = useMonthText();
  const { currencies, unpricedCount } = forecast;
  return currencies.map(({ currency, count, totalCents, months }) => (
    <Box key={currency} mb="lg">
      <Section
        title={t("costs", { total: money(totalCents, currency), month: nameOf(months.at(-1)?.month ?? "") })}
        description={`${t("costsWords", { count, expiring: months.reduce((sum, { expiringCount }) => sum + expiringCount, 0) })} ${unpricedCount > 0 ? t("unpriced", { count: unpricedCount }) : ""}`}
      >
        <Surface>
          <MonthBars currency={currency} months={months} />
        </Surface>
      </Section>
    </Box>
  ));
}
