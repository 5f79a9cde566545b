"use client";
import { Group, List, ScrollArea, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { UnpaidRenewals } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useTotalText } from "./use-unpaid-renewals.ts";

/** Lists what the default card is charged for, with the sum. */
export function RetryRenewalsDialog(props: { unpaid: UnpaidRenewals; opened: boolean; onClose: () => void }) {
  const { unpaid, opened, onClose } = props;
  const t = useTranslations("payments");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const money = useMoney();
  const total = useTotalText()(unpaid);
  const retry = useSubmit({
    mutationFn: (orderIds: string[]) => client.orders.retryRenewals.mutate({ orderIds }),
    isRepeatable: true,
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.orders.pathFilter());
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      isDangerous={false}
      title={t("retryTitle", { count: unpaid.renewals.length })}
      submission={retry}
      onConfirm={() => retry.mutate(unpaid.renewals.map(({ orderId }) => orderId))}
      submitLabel={t("retryFor", { total })}
      cancelLabel={t("retryLater")}
      failedTitle={t("notRetried")}
    >
      <Text size="sm">{t("retryWords")}</Text>
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
    </ConfirmDialog>
  );
}
