"use client";
import { NativeSelect, Text } from "@mantine/core";
import { IconListCheck, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type DomainOperation, domainOperationStates } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { ownScript } from "@/lib/own-script.ts";
import { operationPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTable, RowLink } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { FilterField } from "@/ui/list/filter-field.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import classes from "./operation-list.module.css";
import { OperationListSkeleton } from "./operation-list-skeleton.tsx";
import { operationListParams } from "./operation-search-params.ts";
import { isUnderWay, OperationState, waitsForYou } from "./operation-words.tsx";

export function OperationList() {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.domains.operations.list.queryOptions({}),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 5_000 : 30_000),
  });
  return (
    <QueryView query={query} skeleton={<OperationListSkeleton />}>
      {(operations) => <Operations operations={operations} />}
    </QueryView>
  );
}

/** What waits for the workspace first, then what is under way, then what has ended; each newest first. */
const rank = (operation: DomainOperation) => (waitsForYou(operation) ? 0 : isUnderWay(operation) ? 1 : 2);

function Operations({ operations }: { operations: DomainOperation[] }) {
  const t = useTranslations("operations");
  const [params, setParams] = useQueryStates(operationListParams, { history: "replace" });
  const words = params.q.trim().toLowerCase();
  const shown = operations
    .filter(
      ({ domainName, state }) =>
        (domainName.includes(words) || ownScript(domainName).includes(words)) &&
        (!params.state || state === params.state),
    )
    .sort((one, other) => rank(one) - rank(other));
  const columns = useMemo<ColumnDef<DomainOperation>[]>(
    () => [
      {
        id: "domain",
        header: t("domain"),
        cell: ({ row: { original } }) => (
          <RowLink href={operationPath(original.id)}>
            <DomainName name={original.domainName} unicodeName={ownScript(original.domainName)} />
          </RowLink>
        ),
        meta: { phone: "title" },
      },
      {
        id: "kind",
        header: t("kind"),
        cell: ({ row: { original } }) => t(`kind_${original.kind}`),
        meta: { phone: "detail" },
      },
      {
        id: "state",
        header: t("state"),
        cell: ({ row: { original } }) => <OperationState operation={original} />,
        meta: { phone: "status" },
      },
      {
        id: "reason",
        header: t("reason"),
        cell: ({ row: { original } }) => (
          <Text size="sm" component="span" display="block" maw="38ch">
            {original.reason?.message}
            {original.waitsUntil && isUnderWay(original) ? (
              <Text component="span" size="xs" c="dimmed" display="block">
                {t.rich("until", { when: () => <Moment at={original.waitsUntil ?? ""} detail="minute" /> })}
              </Text>
            ) : null}
          </Text>
        ),
        meta: { phone: "low" },
      },
      {
        id: "asked",
        header: t("asked"),
        cell: ({ row: { original } }) => (
          <span>
            <RelativeMoment at={original.createdAt} />
            <Text component="span" size="xs" c="dimmed" display="block" style={{ overflowWrap: "anywhere" }}>
              {original.requestedBy.name}
            </Text>
          </span>
        ),
        meta: { phone: "aside" },
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader title={t("title")} count={operations.length} below={<Text c="dimmed">{t("words")}</Text>} />
      {operations.length === 0 ? (
        <EmptyState icon={IconListCheck} title={t("emptyTitle")}>
          {t("empty")}
        </EmptyState>
      ) : (
        <>
          <search aria-label={t("filters")} className={classes.filters}>
            <FilterField label={t("filterByName")} value={params.q} onChange={(q) => void setParams({ q })} />
            <NativeSelect
              aria-label={t("state")}
              value={params.state ?? ""}
              onChange={(event) =>
                void setParams({
                  state: domainOperationStates.find((one) => one === event.currentTarget.value) ?? null,
                })
              }
              data={[
                { value: "", label: t("anyState") },
                ...domainOperationStates.map((one) => ({ value: one, label: t(`filter_${one}`) })),
              ]}
            />
          </search>
          {shown.length === 0 ? (
            <EmptyState icon={IconSearch} title={t("noMatchTitle")}>
              {t("noMatch")}
            </EmptyState>
          ) : (
            <DataTable label={t("title")} rows={shown} columns={columns} rowId={(row) => row.id} />
          )}
        </>
      )}
    </>
  );
}
