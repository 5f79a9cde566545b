"use client";
import { Text } from "@mantine/core";
import type { ColumnDef } from "@tanstack/react-table";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { refundStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DataTable } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

type Refund = PaymentDetails["refunds"][number];

export function PaymentRefunds({ refunds }: { refunds: Refund[] }) {
  const t = useTranslations("payment");
  const money = useMoney();
  const columns = useMemo<ColumnDef<Refund>[]>(
    () => [
      {
        id: "reason",
        header: t("refundReason"),
        cell: ({ row: { original } }) => (
          <span>
            <Text component="span" size="sm" fw={500}>
              {t(`reason_${original.reason}`, { name: original.requestedBy.name })}
            </Text>
            {original.failure ? (
              <Text component="span" size="xs" c="dimmed" display="block">
                {original.failure.message}
                {original.isOwed ? ` ${t("refundOwed")}` : ""}
              </Text>
            ) : null}
          </span>
        ),
        meta: { phone: "title" },
      },
      {
        id: "state",
        header: t("state"),
        cell: ({ row: { original } }) => (
          <StatusBadge tone={refundStates[original.state].tone}>
            {original.failure?.code === "declined" ? t("declined") : t(`refund_${original.state}`)}
          </StatusBadge>
        ),
        meta: { phone: "detail" },
      },
      {
        id: "date",
        header: t("date"),
        cell: ({ row: { original } }) => (
          <Moment at={original.finishedAt ?? original.createdAt} detail="minute" />
        ),
        meta: { phone: "low" },
      },
      {
        id: "amount",
        header: t("amount"),
        cell: ({ row: { original } }) => (
          <span style={{ fontVariantNumeric: "tabular-nums" }}>
            {money(original.amountCents, original.currency)}
          </span>
        ),
        meta: { phone: "status", align: "end" },
      },
    ],
    [t, money],
  );
  return <DataTable label={t("refunds")} rows={refunds} columns={columns} rowId={({ id }) => id} />;
}
