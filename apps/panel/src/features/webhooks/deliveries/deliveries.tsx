"use client";
import { Text } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type WebhookDelivery, webhookDeliveryLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { DataTable, DataTableSkeleton, RowButton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { endpointParams } from "./endpoint-params.ts";

const DeliveryDrawer = lazyDialog(() =>
  import("./delivery-drawer.tsx").then((module) => module.DeliveryDrawer),
);

const calmMs = 2_000;
const busyMs = 1_000;

/** The latest deliveries, refetched every second while one is pending, otherwise every two seconds. */
export function Deliveries({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const [{ delivery }, setParams] = useQueryStates(endpointParams, { history: "push" });
  const query = useQuery({
    ...trpc.webhooks.deliveries.queryOptions({ id }),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.status === "pending" && one.attempt === 0) ? busyMs : calmMs,
  });
  const columns = useMemo<ColumnDef<WebhookDelivery>[]>(
    () => [
      {
        id: "event",
        header: t("event"),
        cell: ({ row: { original } }) => (
          <RowButton onClick={() => void setParams({ delivery: original.id })}>
            <Text component="span" ff="monospace" size="sm">
              {original.eventType}
            </Text>
          </RowButton>
        ),
        meta: { phone: "title" },
      },
      {
        id: "status",
        header: t("status"),
        cell: ({ row }) => <DeliveryStatus delivery={row.original} />,
        meta: { phone: "status", width: "150px" },
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
        meta: { phone: "aside", width: "150px" },
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
        cell: ({ row }) => <Moment at={row.original.createdAt} detail="time" />,
        meta: { phone: "detail", width: "140px" },
      },
    ],
    [t, setParams],
  );
  return (
    <>
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("event"), t("status"), t("when")]} rows={4} />}
      >
        {(deliveries) =>
          deliveries.length === 0 ? (
            <EmptyState icon={IconInbox} title={t("noDeliveriesTitle")}>
              {t("noDeliveries")}
            </EmptyState>
          ) : (
            <>
              <DataTable
                label={t("deliveries")}
                rows={deliveries}
                columns={columns}
                rowId={(row) => row.id}
              />
              {deliveries.length === webhookDeliveryLimit ? (
                <Text size="xs" c="dimmed" mt="xs">
                  {t("latestOnly", { limit: webhookDeliveryLimit })}
                </Text>
              ) : null}
            </>
          )
        }
      </QueryView>
      <DeliveryDrawer
        endpointId={id}
        id={delivery}
        opened={delivery !== null}
        onClose={() => void setParams({ delivery: null })}
      />
    </>
  );
}
