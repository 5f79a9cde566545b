"use client";
import { Button } from "@mantine/core";
import type { ColumnDef } from "@tanstack/react-table";
import type { UnpaidMail as Unpaid } from "@zonepost/schema/panel";
import { orderStateTable } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { orderPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Section } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { DataTable } from "@/ui/list/data-table.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useUnpaidMail } from "./plan/use-unpaid-mail.ts";

/** Mail that was ordered and isn't active yet, with the way to pay. Nothing without any. */
export function UnpaidMail() {
  const t = useTranslations("mail");
  const money = useMoney();
  const rows = useUnpaidMail();
  const columns = useMemo<ColumnDef<Unpaid>[]>(
    () => [
      {
        id: "domainName",
        header: t("domain"),
        cell: ({ row }) => toUnicodeName(row.original.domainName),
        meta: { phone: "title" },
      },
      {
        id: "status",
        header: t("status"),
        cell: () => (
          <StatusBadge tone={orderStateTable.awaiting_payment.tone}>{t("status_notPaid")}</StatusBadge>
        ),
        meta: { phone: "status" },
      },
      {
        id: "planSlug",
        header: t("plan"),
        cell: ({ row }) => t(`plan_${row.original.planSlug}`),
        meta: { phone: "detail" },
      },
      {
        id: "pay",
        header: t("order"),
        cell: ({ row: { original } }) => (
          <Button component={Link} href={orderPath(original.orderId)} variant="default" size="xs">
            {t("payPlan", { price: money(original.totalCents, original.currency) })}
          </Button>
        ),
        meta: { phone: "low" },
      },
    ],
    [t, money],
  );
  return rows.length === 0 ? null : (
    <Section title={t("unpaidTitle")} description={t("unpaidWords")}>
      <DataTable
        label={t("unpaidTitle")}
        rows={rows}
        columns={columns}
        rowId={({ orderId, domainName }) => `${orderId} ${domainName}`}
      />
    </Section>
  );
}
