"use client";
import { Group, Radio, Text } from "@mantine/core";
import { mailPlans } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import classes from "./plan-choice.module.css";

export function PlanChoice(props: {
  value: string;
  onChange: (planSlug: string) => void;
  error?: string | undefined;
}) {
  const t = useTranslations("mail");
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
              </div>
            </Group>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
