"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, useCallback, useMemo } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useNotUpdating } from "@/lib/use-not-updating.tsx";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { MoreRows } from "@/ui/list/more-rows.tsx";
import { DeliveryFilters } from "./delivery-filters.tsx";
import { deliveryPagesOptions, isFiltered } from "./delivery-query.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { endpointParams } from "./endpoint-params.ts";
import { NoDeliveries } from "./no-deliveries.tsx";

const DeliveryDrawer = lazyDialog(() =>
  import("./details/delivery-drawer.tsx").then((module) => module.DeliveryDrawer),
);

const calmMs = 2_000;
const busyMs = 1_000;
/** Someone who has paged back is reading. */
const pagedMs = 30_000;

/** The log, refetched every second while a first attempt is pending, otherwise every two seconds. */
export function Deliveries({ id, action }: { id: string; action?: ReactNode }) {
  const t = useTranslations("webhooks");
  const client = useTRPCClient();
  const trpc = useTRPC();
  const now = useNow();
  const timeZone = useTimeZone() ?? "UTC";
  const [{ delivery, ...search }, setParams] = useQueryStates(endpointParams, { history: "push" });
  const { data: isFailing = false } = useQuery({
    ...trpc.webhooks.get.queryOptions({ id }),
    select: ({ active, consecutiveFailures }) => active && consecutiveFailures > 0,
  });
  const query = useInfiniteQuery({
    ...deliveryPagesOptions(id, search, { now: () => now, timeZone }, (input) =>
      client.webhooks.deliveryPage.query(input),
    ),
    // The list stays visible while the next filter loads.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const isBusy = data?.pages[0]?.deliveries.some((one) => one.status === "pending" && one.attempt === 0);
      return (data?.pages.length ?? 0) > 1 ? pagedMs : isBusy ? busyMs : calmMs;
    },
  });
  const open = useCallback((opened: string) => void setParams({ delivery: opened }), [setParams]);
  const notUpdating = useNotUpdating(query);
  const deliveries = useMemo(() => query.data?.pages.flatMap((page) => page.deliveries), [query.data]);
  return (
    <Section
      title={t("deliveries")}
      description={
        <>
          {t("newestFirst")} {notUpdating ?? t("updatesLive")}
        </>
      }
      action={action}
    >
      {deliveries?.length === 0 && !isFiltered(search) ? null : <DeliveryFilters />}
      {deliveries === undefined && query.isError ? (
        <Failure error={query.error} title={t("deliveriesNotLoaded")} onRetry={() => void query.refetch()} />
      ) : deliveries === undefined ? (
        <DataTableSkeleton headers={[t("event"), t("status"), t("when")]} rows={4} />
      ) : deliveries.length === 0 ? (
        <NoDeliveries />
      ) : (
        <>
          <DeliveryTable deliveries={deliveries} isFailing={isFailing} onOpen={open} />
          {query.isError ? <Failure error={query.error} title={t("deliveriesNotLoaded")} /> : null}
          <MoreRows
            pages={query}
            more={t("olderDeliveries")}
            end={t("allDeliveriesShown", { count: deliveries.length })}
            mt="sm"
          />
        </>
      )}
      <DeliveryDrawer
        endpointId={id}
        id={delivery}
        opened={delivery !== null}
        onOpen={open}
        // Replaces, so that Back doesn't open the drawer again.
        onClose={() => void setParams({ delivery: null }, { history: "replace" })}
      />
    </Section>
  );
}
