"use client";
import { Group, Radio, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { mailPlans } from "@zonepost/schema";
import type { MailPlanPrice } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import classes from "./plan-choice.module.css";

/** A year of each plan, so that they can be compared before one is chosen. Empty while payments are off. */
export function usePlanPrices(): { isPaid: boolean; prices: readonly MailPlanPrice[] } {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const isPaid = current?.paymentsOn === true;
  const { data: prices = [] } = useQuery({ ...trpc.orders.planPrices.queryOptions(), enabled: isPaid });
  return { isPaid, prices };
}

export function PlanChoice(props: {
  value: string;
  onChange: (planSlug: string) => void;
  error?: string | undefined;
}) {
  const t = useTranslations("mail");
  const money = useMoney();
  const { isPaid, prices } = usePlanPrices();
  const priceOf = (slug: string) => {
    const price = prices.find((one) => one.slug === slug);
    return price && t("pricePerYear", { price: money(price.totalCents, price.currency) });
  };
  return (
    <Radio.Group label={t("plan")} {...props}>
      <div className={classes.plans}>
        {mailPlans.map((plan) => (
          <Radio.Card key={plan.slug} value={plan.slug} className={classes.plan}>
            <Group wrap="nowrap" align="flex-start">
              <Radio.Indicator />
              <div>
                <Text fw={600}>{t(`plan_${plan.slug}`)}</Text>
                <Text size="sm">{t("planAccounts", { count: plan.maxAccounts })}</Text>
                <Text size="sm" c="dimmed">
                  {t("planStorage", { gigabytes: plan.storageGigabytes })}
                </Text>
                {isPaid ? (
                  <Text size="sm" fw={600} mt={4}>
                    {/* Keeps its line while it loads. */}
                    {priceOf(plan.slug) ?? "\u00a0"}
                  </Text>
                ) : null}
              </div>
            </Group>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
