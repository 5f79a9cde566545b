"use client";
import { Text } from "@mantine/core";
import type { ColumnDef } from "@tanstack/react-table";
import type { WebhookDelivery } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { DataTable, RowButton } from "@/ui/list/data-table.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";

type DeliveryTableProps = {
  deliveries: WebhookDelivery[];
  isFailing: boolean;
  onOpen: (id: string) => void;
};

/** The log is refetched every second or two, mostly without a change. */
export const DeliveryTable = memo(function DeliveryTable({
  deliveries,
  isFailing,
  onOpen,
}: DeliveryTableProps) {
  const t = useTranslations("webhooks");
  const columns = useMemo<ColumnDef<WebhookDelivery>[]>(
    () => [
      {
        id: "event",
        header: t("event"),
        cell: ({ row: { original } }) => (
          <RowButton onClick={() => onOpen(original.id)}>
            <Text component="span" ff="monospace" size="sm">
              {original.eventType}
            </Text>
            {original.test ? (
              <Text component="span" size="xs" c="dimmed" ml={8}>
                {t("testMark")}
              </Text>
            ) : null}
          </RowButton>
        ),
        meta: { phone: "title" },
      },
      {
        id: "subject",
        header: t("subject"),
        // It tells rows apart, so it isn't dimmed on a phone.
        cell: ({ row }) => (
          <Text span inherit c="var(--mantine-color-text)">
            <AddressText>{toUnicodeName(row.original.subject)}</AddressText>
          </Text>
        ),
        meta: { phone: "detail" },
      },
      {
        id: "status",
        header: t("status"),
        cell: ({ row }) => <DeliveryStatus delivery={row.original} isFailing={isFailing} />,
        meta: { phone: "status", width: "130px" },
      },
      {
        id: "answer",
        header: t("answer"),
        cell: ({ row: { original } }) => (
          <span>
            {original.statusCode ?? (original.error ? t("noAnswer") : "–")}
            {original.durationMs === null ? null : (
              <Text span size="xs" c="dimmed" ml={8}>
                {t("milliseconds", { count: original.durationMs })}
              </Text>
            )}
          </span>
        ),
        meta: { phone: "aside", width: "140px" },
      },
      {
        id: "attempt",
        header: t("attempts"),
        cell: ({ row }) => row.original.attempt,
        meta: { phone: "hide", width: "90px" },
      },
      {
        id: "createdAt",
        header: t("when"),
        cell: ({ row }) => <Moment at={row.original.createdAt} detail="exactTime" />,
        meta: { phone: "low", width: "190px" },
      },
    ],
    [t, isFailing, onOpen],
  );
  return <DataTable label={t("deliveries")} rows={deliveries} columns={columns} rowId={(row) => row.id} />;
});
