"use client";
import { Text } from "@mantine/core";
import type { ColumnDef } from "@tanstack/react-table";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { paymentPath } from "@/lib/paths.ts";
import { RowLink } from "@/ui/list/data-table.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { CardName } from "../cards/card-name.tsx";
import { CountdownBar } from "../cooldown/countdown-bar.tsx";
import { PaymentStatus } from "../payment-status.tsx";
import { useLinesText } from "../use-line-text.ts";

const dateOf = ({ receivedAt, createdAt }: PaymentListItem) => receivedAt ?? createdAt;

export function usePaymentColumns(): ColumnDef<PaymentListItem>[] {
  const t = useTranslations("payments");
  const money = useMoney();
  const linesText = useLinesText();
  return useMemo<ColumnDef<PaymentListItem>[]>(
    () => [
      {
        id: "paidFor",
        enableSorting: false,
        header: t("paidFor"),
        cell: ({ row: { original } }) => (
          <RowLink href={paymentPath(original.id)}>{linesText(original.lines, original.lineCount)}</RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "amount",
        accessorKey: "amountCents",
        header: t("amount"),
        cell: ({ row: { original } }) => (
          <span style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
            {money(original.amountCents, original.currency)}
            {original.refundedCents > 0 ? (
              <Text component="span" size="xs" c="dimmed" display="block">
                {t("refundedAmount", { amount: money(original.refundedCents, original.currency) })}
              </Text>
            ) : null}
          </span>
        ),
        meta: { phone: "status", align: "end" },
      },
      {
        id: "status",
        enableSorting: false,
        header: t("status"),
        cell: ({ row: { original } }) => <PaymentStatus payment={original} />,
        meta: { phone: "aside" },
      },
      {
        id: "cooldown",
        enableSorting: false,
        header: t("confirms"),
        cell: ({ row: { original } }) => <CountdownBar payment={original} brief />,
        meta: { phone: "low", width: "220px" },
      },
      {
        id: "card",
        enableSorting: false,
        header: t("card"),
        cell: ({ row: { original } }) => (original.card ? <CardName card={original.card} /> : "–"),
        meta: { phone: "hide", isForWideScreens: true },
      },
      {
        id: "date",
        accessorFn: dateOf,
        header: t("date"),
        cell: ({ row: { original } }) => <Moment at={dateOf(original)} detail="minute" />,
        meta: { phone: "detail" },
      },
    ],
    [t, money, linesText],
  );
}
