"use client";
import { Group, List, ScrollArea, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UnpaidRenewals } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { confirmation } from "@/lib/confirmation.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { CardStatus } from "../cards/card-expiry-text.tsx";
import { CardName } from "../cards/card-name.tsx";
import { useTotalText } from "./use-unpaid-renewals.ts";

type OfUnpaid = { unpaid: UnpaidRenewals };

export const RetryRenewalsDialog = confirmation("payments", "retryRenewals", ({ unpaid }: OfUnpaid) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const total = useTotalText()(unpaid);
  return {
    mutation: { ...trpc.orders.retryRenewals.mutationOptions(), isRepeatable: true },
    input: { orderIds: unpaid.renewals.map(({ orderId }) => orderId) },
    values: { count: unpaid.renewals.length, total },
    refresh: () => queryClient.invalidateQueries(trpc.orders.pathFilter()),
    isDangerous: false,
    children: <Charges unpaid={unpaid} total={total} />,
  };
});

/** Lists what the default card is charged for, with the sum. */
function Charges({ unpaid, total }: OfUnpaid & { total: string }) {
  const t = useTranslations("payments");
  const money = useMoney();
  const trpc = useTRPC();
  const read = useRight("payments:read");
  const { data: cards = [] } = useQuery({
    ...trpc.payments.methods.list.queryOptions(),
    enabled: read.has,
  });
  const card = cards.find(({ isDefault }) => isDefault);
  return (
    <>
      <ScrollArea.Autosize mah={280}>
        <List size="sm" spacing={6} listStyleType="none">
          {unpaid.renewals.map(({ orderId, kind, name, totalCents, currency }) => (
            <List.Item
              key={orderId}
              styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}
            >
              <Group justify="space-between" wrap="nowrap">
                <AddressText>
                  {kind === "mail_plan" ? t("retryPlan", { name: toUnicodeName(name) }) : toUnicodeName(name)}
                </AddressText>
                <span style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
                  {money(totalCents, currency)}
                </span>
              </Group>
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      <Text size="sm" fw={600}>
        {t("retryTotal", { total })}
      </Text>
      {card ? (
        <Group gap="xs">
          <Text component="span" size="sm">
            {t("chargedTo")} <CardName card={card} />
          </Text>
          <CardStatus card={card} />
        </Group>
      ) : null}
    </>
  );
}
