"use client";
import { Button, Stack } from "@mantine/core";
import { IconDownload, IconReceipt, IconShieldCheck } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type OperatorPayment, paymentStatuses } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { PaymentStatus } from "@/features/payments/payment-status.tsx";
import { Failure } from "@/lib/failure.tsx";
import { settingsPath } from "@/lib/paths.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { DataTable, DataTableSkeleton, RowButton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import { MoreRows } from "@/ui/list/more-rows.tsx";
import { NoMatches } from "@/ui/list/no-matches.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { Books } from "./books.tsx";
import { Needs } from "./needs.tsx";
import { operatorParams } from "./operator-params.ts";
import { byUrgency } from "./operator-policy.ts";

const PaymentDrawer = lazyDialog(() => import("./payment-drawer.tsx").then((module) => module.PaymentDrawer));

const pageSize = 50;
const refetchIntervalMs = 30_000;

/** For the people who run the installation: what needs them first, then every payment. */
export function OperatorPage() {
  const t = useTranslations("operator");
  const trpc = useTRPC();
  const { apiUrl } = useAddresses();
  const [{ payment }, setParams] = useQueryStates(operatorParams, { history: "push" });
  const needing = useQuery({
    ...trpc.operator.payments.queryOptions({ needs: "any" }),
    refetchInterval: refetchIntervalMs,
    retry: false,
  });
  const isFactorMissing = needing.isError && problemOf(needing.error).code === "second_factor_required";
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          isFactorMissing ? undefined : (
            <Button
              component="a"
              href={`${apiUrl}/operator/ledger/export`}
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t("export")}
            </Button>
          )
        }
        long
      />
      {isFactorMissing ? (
        <EmptyState
          icon={IconShieldCheck}
          title={t("secondFactorTitle")}
          action={
            <Button component={Link} href={settingsPath("security")}>
              {t("toSecurity")}
            </Button>
          }
        >
          {t("secondFactor")}
        </EmptyState>
      ) : (
        <Stack gap="xl">
          <Section title={t("needsYou")} description={t("needsYouWords")}>
            {needing.isError ? (
              <Failure error={needing.error} title={t("notLoaded")} onRetry={() => void needing.refetch()} />
            ) : needing.data === undefined ? (
              <DataTableSkeleton headers={[t("workspace"), t("need"), t("amount")]} rows={3} />
            ) : needing.data.payments.length === 0 ? (
              <EmptyState icon={IconShieldCheck} title={t("nothingTitle")}>
                {t("nothing")}
              </EmptyState>
            ) : (
              <Rows label={t("needsYou")} payments={needing.data.payments.toSorted(byUrgency)} />
            )}
          </Section>
          <Books />
          <AllPayments />
        </Stack>
      )}
      <PaymentDrawer
        id={payment ?? ""}
        opened={payment !== null}
        // Replaces, so that Back doesn't open the drawer again.
        onClose={() => void setParams({ payment: null }, { history: "replace" })}
      />
    </>
  );
}

function AllPayments() {
  const t = useTranslations("operator");
  const words = useTranslations("paymentWords");
  const client = useTRPCClient();
  const [{ status }, setParams] = useQueryStates(operatorParams, { history: "replace" });
  const query = useInfiniteQuery({
    queryKey: [["operator", "pages"], status],
    queryFn: ({ pageParam }) =>
      client.operator.payments.query({
        limit: pageSize,
        ...(status ? { status } : {}),
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const payments = query.data?.pages.flatMap((page) => page.payments);
  return (
    <Section title={t("all")}>
      <search aria-label={t("filters")}>
        <SelectFilter
          label={t("status")}
          any={t("anyStatus")}
          value={status}
          options={paymentStatuses.map((value) => ({ value, label: words(`status_${value}`) }))}
          onChange={(chosen) => void setParams({ status: chosen })}
        />
      </search>
      {query.isError && !query.isFetchNextPageError ? (
        <Failure error={query.error} title={t("notLoaded")} onRetry={() => void query.refetch()} />
      ) : payments === undefined ? (
        <DataTableSkeleton headers={[t("workspace"), t("status"), t("amount")]} rows={10} />
      ) : payments.length > 0 ? (
        <>
          <Rows label={t("all")} payments={payments} />
          {query.isFetchNextPageError ? <Failure error={query.error} title={t("notLoaded")} /> : null}
          <MoreRows pages={query} more={t("more")} end={t("allShown", { count: payments.length })} />
        </>
      ) : status === null ? (
        <EmptyState icon={IconReceipt} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <NoMatches
          title={t("noMatchTitle")}
          words={t("noMatch")}
          onClear={() => void setParams({ status: null })}
        />
      )}
    </Section>
  );
}

function Rows({ label, payments }: { label: string; payments: OperatorPayment[] }) {
  const t = useTranslations("operator");
  const money = useMoney();
  const [, setParams] = useQueryStates(operatorParams, { history: "push" });
  const columns = useMemo<ColumnDef<OperatorPayment>[]>(
    () => [
      {
        id: "workspace",
        header: t("workspace"),
        cell: ({ row: { original } }) => (
          <RowButton onClick={() => void setParams({ payment: original.id })}>
            {original.workspace.name}
          </RowButton>
        ),
        meta: { phone: "title" },
      },
      {
        id: "need",
        header: t("need"),
        cell: ({ row: { original } }) => <Needs payment={original} />,
        meta: { phone: "detail" },
      },
      {
        id: "status",
        header: t("status"),
        cell: ({ row: { original } }) => <PaymentStatus payment={{ ...original, orderState: "completed" }} />,
        meta: { phone: "aside" },
      },
      {
        id: "amount",
        header: t("amount"),
        cell: ({ row: { original } }) => money(original.amountCents, original.currency),
        meta: { phone: "status", align: "end" },
      },
      {
        id: "date",
        header: t("date"),
        cell: ({ row: { original } }) => (
          <Moment at={original.receivedAt ?? original.createdAt} detail="minute" />
        ),
        meta: { phone: "low" },
      },
    ],
    [t, money, setParams],
  );
  return <DataTable label={label} rows={payments} columns={columns} rowId={({ id }) => id} />;
}
