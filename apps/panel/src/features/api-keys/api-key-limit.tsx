"use client";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { maySpend } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { DatedMoment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

/** What the key has spent this month. */
export function ApiKeyLimit({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const money = useMoney();
  const { data: spending, isError } = useQuery({
    ...trpc.orders.apiKeySpending.queryOptions({ id: apiKey.id }),
    enabled: apiKey.monthlyLimitCents !== null,
    refetchInterval: 30_000,
  });
  if (!maySpend(apiKey.scopes)) {
    return null;
  }
  const amount = (cents: number) => (spending ? money(cents, spending.currency) : isError ? "–" : "…");
  return (
    <Section title={t("spending")}>
      <Surface>
        {apiKey.monthlyLimitCents === null ? (
          <Text size="sm">{t("noLimit")}</Text>
        ) : (
          <Facts
            facts={[
              { name: t("limit"), value: amount(apiKey.monthlyLimitCents) },
              { name: t("spent"), value: amount(spending?.spentCents ?? 0) },
              {
                name: t("left"),
                value: amount(Math.max(apiKey.monthlyLimitCents - (spending?.spentCents ?? 0), 0)),
              },
              {
                name: t("resets"),
                wide: true,
                value: spending ? <DatedMoment at={spending.resetsAt} /> : "…",
              },
            ]}
          />
        )}
      </Surface>
    </Section>
  );
}
