"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { MonthBars } from "@/features/payments/renewals/month-bars.tsx";
import { renewalsPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useMonthText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { OverviewCard, QueryCard } from "./overview-card.tsx";

export function RenewalsCard() {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const money = useMoney();
  const nameOf = useMonthText();
  const query = useQuery({ ...trpc.orders.renewalForecast.queryOptions(), refetchInterval: 60_000 });
  return (
    <QueryCard query={query} title={t("renewalsTitle")} size="renewals">
      {({ currencies }) =>
        currencies.map(({ currency, totalCents, months }) => (
          <OverviewCard
            key={currency}
            title={t("renewals", {
              total: money(totalCents, currency),
              month: nameOf(months.at(-1)?.month ?? ""),
            })}
            size="renewals"
            more={{ label: t("openRenewals"), href: renewalsPath }}
          >
            <MonthBars currency={currency} months={months} />
          </OverviewCard>
        ))
      }
    </QueryCard>
  );
}
