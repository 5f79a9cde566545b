"use client";
import { Button, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type DomainOperation, domainOperationStates } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { RecentBatches } from "@/features/batches/recent-batches.tsx";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { nameContains } from "@/lib/name-contains.ts";
import { operationPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useActorName } from "@/lib/use-actor-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { RowLink } from "@/ui/list/data-table.tsx";
import { singleSelect } from "@/ui/list/filters/single-select.tsx";
import { ResourceList } from "@/ui/list/resource-list.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import { operationListParams } from "./operation-list-params.ts";
import { OperationListSkeleton } from "./operation-list-skeleton.tsx";
import { isInProgress, needsYourAnswer, OperationState } from "./operation-state.tsx";

export function OperationList() {
  const t = useTranslations("operations");
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.domains.operations.list.queryOptions({}),
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? 5_000 : 30_000),
  });
  return (
    <QueryView query={query} skeleton={<OperationListSkeleton />} header={<PageHeader title={t("title")} />}>
      {(operations) => (
        <>
          <Operations operations={operations} />
          <RecentBatches />
        </>
      )}
    </QueryView>
  );
}

/** Operations that need the user come first, then those in progress, then finished ones; each newest first. */
const rank = (operation: DomainOperation) =>
  needsYourAnswer(operation) ? 0 : isInProgress(operation) ? 1 : 2;

function Operations({ operations }: { operations: DomainOperation[] }) {
  const t = useTranslations("operations");
  const actorName = useActorName();
  const buy = useRight("domains:buy");
  const [params, setParams] = useQueryStates(operationListParams, { history: "replace" });
  const shown = operations
    .filter(
      ({ domainName, state }) =>
        nameContains(domainName, params.q) && (!params.state || state === params.state),
    )
    .sort((one, other) => rank(one) - rank(other));
  const columns = useMemo<ColumnDef<DomainOperation>[]>(
    () => [
      {
        id: "domain",
        header: t("domain"),
        cell: ({ row: { original } }) => (
          <RowLink href={operationPath(original.id)}>
            <DomainName name={original.domainName} unicodeName={toUnicodeName(original.domainName)} />
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
            {original.waitsUntil && isInProgress(original) ? (
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
            <RelativeMoment at={original.createdAt} hasHappened />
            <Text component="span" size="xs" c="dimmed" display="block">
              <AddressText>{actorName(original.requestedBy)}</AddressText>
            </Text>
          </span>
        ),
        meta: { phone: "aside" },
      },
    ],
    [t, actorName],
  );
  return (
    <ResourceList
      title={t("title")}
      description={<Text c="dimmed">{t("words")}</Text>}
      total={operations.length}
      empty={{
        icon: IconListCheck,
        title: t("emptyTitle"),
        words: t("empty"),
        action: buy.has ? (
          <Button component={Link} href="/domains/search">
            {t("findDomain")}
          </Button>
        ) : null,
      }}
      filters={{
        label: t("filters"),
        words: { label: t("filterByName"), value: params.q, onChange: (q) => void setParams({ q }) },
        more: singleSelect({
          label: t("state"),
          any: t("anyState"),
          value: params.state,
          options: domainOperationStates.map((value) => ({ value, label: t(`filter_${value}`) })),
          onChange: (state) => void setParams({ state }),
        }),
      }}
      noMatch={{
        title: t("noMatchTitle"),
        words: t("noMatch"),
        onClear: () => void setParams({ q: null, state: null }),
      }}
      rows={shown}
      columns={columns}
      rowId={(row) => row.id}
    />
  );
}
