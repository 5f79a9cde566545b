"use client";
import { Button } from "@mantine/core";
import { IconMailSearch, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Failure } from "@/lib/failure.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { MoreRows } from "@/ui/list/more-rows.tsx";
import { NoMatches } from "@/ui/list/no-matches.tsx";
import { useMissingServers } from "../client-settings/use-missing-servers.ts";
import { MessageFilters } from "./message-filters.tsx";
import { messageParams } from "./message-params.ts";
import { messagePagesOptions } from "./message-query.ts";
import { MessageTable } from "./message-table.tsx";

const refetchIntervalMs = 30_000;

/** The messages of a mail domain, newest first, with their delivery paths. */
export function Messages({ domainName }: { domainName: string }) {
  const t = useTranslations("mailMessages");
  const client = useTRPCClient();
  const [{ address, status, range }] = useQueryStates(messageParams);
  const query = useInfiniteQuery({
    ...messagePagesOptions({ domainName, address, status, range }, (input) =>
      client.mail.messages.query(input),
    ),
    // The list stays visible while the next search loads.
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
  const messages = query.data?.pages.flatMap((page) => page.messages);
  return (
    <Section title={t("title")} description={t("words")}>
      <MessageFilters />
      {messages === undefined && query.isError ? (
        <Failure error={query.error} title={t("notLoaded")} onRetry={() => void query.refetch()} />
      ) : messages === undefined ? (
        <DataTableSkeleton headers={[t("fromTo"), t("state"), t("when")]} rows={8} />
      ) : messages.length > 0 ? (
        <>
          <MessageTable messages={messages} />
          {query.isError ? <Failure error={query.error} title={t("notLoaded")} /> : null}
          <MoreRows pages={query} more={t("more")} end={t("allShown", { count: messages.length })} mt="sm" />
        </>
      ) : (
        <NoMessages />
      )}
    </Section>
  );
}

function NoMessages() {
  const t = useTranslations("mailMessages");
  const [{ address, status, range }, setParams] = useQueryStates(messageParams);
  const missingServers = useMissingServers();
  const isWhole = range === "month";
  const isSearch = address.trim() !== "";
  if (!isSearch && status === null && (isWhole || missingServers !== undefined)) {
    return (
      <EmptyState icon={IconMailSearch} title={t("emptyTitle")}>
        {missingServers ?? t("empty")}
      </EmptyState>
    );
  }
  const wholeMonth = isWhole ? null : (
    <Button variant="default" onClick={() => void setParams({ range: "month" })}>
      {t("searchMonth")}
    </Button>
  );
  return isSearch || status !== null ? (
    <NoMatches
      title={t("noMatchTitle")}
      words={t(isSearch ? "noMatch" : "noneOfStatus")}
      onClear={() => void setParams({ address: null, status: null })}
      action={wholeMonth}
    />
  ) : (
    <EmptyState icon={IconSearch} title={t("noMatchTitle")} action={wholeMonth}>
      {t("noneInRange")}
    </EmptyState>
  );
}
