"use client";
import { Group, VisuallyHidden } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import type { ColumnDef } from "@tanstack/react-table";
import type { PaymentMethod } from "@zonepost/schema";
import { markTones } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { CardExpiry, CardStatus } from "./card-expiry-text.tsx";
import { type CardActs, CardMenu } from "./card-menu.tsx";
import { CardName } from "./card-name.tsx";

/** @param pendingId the card that is being made the default */
export function useCardColumns(
  { onMakeDefault, onRemove }: CardActs,
  {
    cards,
    mayWrite,
    pendingId,
  }: { cards: readonly PaymentMethod[]; mayWrite: boolean; pendingId: string | undefined },
): ColumnDef<PaymentMethod>[] {
  const t = useTranslations("payments");
  return useMemo<ColumnDef<PaymentMethod>[]>(
    () => [
      {
        id: "card",
        header: t("card"),
        cell: ({ row: { original } }) => (
          <Group component="span" gap="xs" fw={500}>
            <IconCreditCard size={20} stroke={1.5} aria-hidden />
            <CardName card={original} />
          </Group>
        ),
        meta: { phone: "title" },
      },
      {
        id: "expires",
        header: t("expires"),
        cell: ({ row }) => <CardExpiry card={row.original} />,
        meta: { phone: "detail", phoneLabel: t("expires") },
      },
      {
        id: "added",
        header: t("addedOn"),
        cell: ({ row }) => <Moment at={row.original.createdAt} detail="minute" />,
        meta: { phone: "low", phoneLabel: t("addedOn") },
      },
      {
        id: "status",
        header: t("status"),
        cell: ({ row: { original } }) => (
          <Group component="span" gap="md">
            {original.isDefault ? <StatusBadge tone={markTones.default}>{t("default")}</StatusBadge> : null}
            <CardStatus card={original} />
          </Group>
        ),
        meta: { phone: "lowAside" },
      },
      ...(mayWrite
        ? [
            {
              id: "acts",
              header: () => <VisuallyHidden>{t("acts")}</VisuallyHidden>,
              cell: ({ row: { original } }) => (
                <CardMenu
                  card={original}
                  cards={cards}
                  isPending={original.id === pendingId}
                  onMakeDefault={onMakeDefault}
                  onRemove={onRemove}
                />
              ),
              meta: { phone: "status", align: "end", width: "60px" },
            } satisfies ColumnDef<PaymentMethod>,
          ]
        : []),
    ],
    [t, cards, mayWrite, pendingId, onMakeDefault, onRemove],
  );
}
