"use client";
import { Text } from "@mantine/core";
import type { ColumnDef } from "@tanstack/react-table";
import type { Order, OrderLine } from "@zonepost/schema";
import { orderLineStateTable } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { operationPath } from "@/lib/paths.ts";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useLineText } from "../use-line-text.ts";

/** The lines of an order, each with its state and why it failed. */
export function PaymentLines({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const money = useMoney();
  const lineText = useLineText();
  const { currency, state: orderState } = order;
  const columns = useMemo<ColumnDef<OrderLine>[]>(
    () => [
      {
        id: "line",
        header: t("line"),
        cell: ({ row: { original } }) => (
          <span>
            {original.operationId === null ? (
              <Text component="span" size="sm" fw={500}>
                {lineText(original)}
              </Text>
            ) : (
              <RowLink href={operationPath(original.operationId)}>{lineText(original)}</RowLink>
            )}
            {original.failure ? (
              <Text component="span" size="xs" c="dimmed" display="block">
                {original.failure.message}
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
          <StatusBadge tone={orderLineStateTable[original.state].tone}>
            {t(
              orderState === "awaiting_payment" && original.state === "pending"
                ? "line_unpaid"
                : `line_${original.state}`,
            )}
          </StatusBadge>
        ),
        meta: { phone: "detail" },
      },
      {
        id: "price",
        header: t("price"),
        cell: ({ row: { original } }) => (
          <span style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
            {money(original.priceCents + original.taxCents, currency)}
            {original.refundedCents > 0 ? (
              <Text component="span" size="xs" c="dimmed" display="block">
                {t("refundedAmount", { amount: money(original.refundedCents, currency) })}
              </Text>
            ) : null}
          </span>
        ),
        meta: { phone: "status", align: "end" },
      },
    ],
    [t, money, lineText, currency, orderState],
  );
  return <DataTable label={t("order")} rows={order.lines} columns={columns} rowId={({ id }) => id} />;
}
