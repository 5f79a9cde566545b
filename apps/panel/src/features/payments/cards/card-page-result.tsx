"use client";
import { Group, Loader, Text } from "@mantine/core";
import { skipToken, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CardPage } from "@zonepost/schema/panel";
import { stepStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Failure } from "@/lib/failure.tsx";
import { paymentsPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { Surface } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useCardName } from "./card-name.tsx";

const firstCheckMs = 2_000;
const mostCheckMs = 30_000;

/** How a person came back from a card page. */
export type CardPageReturn = { cardPageId: string | null; hasLeft: boolean };

/** Checks an open page again, less and less often. Once it has ended, the cards are read again. */
export function useCardPage({ cardPageId, hasLeft }: CardPageReturn): UseQueryResult<CardPage, unknown> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...trpc.payments.methods.page.queryOptions(cardPageId === null ? skipToken : { id: cardPageId }),
    refetchInterval: ({ state }) =>
      state.data?.state === "open" ? Math.min(firstCheckMs * 2 ** state.dataUpdateCount, mostCheckMs) : false,
  });
  const hasEnded = hasLeft || (query.data !== undefined && query.data.state !== "open");
  const list = trpc.payments.methods.list.queryFilter();
  useEffect(() => {
    if (hasEnded) {
      // A reload or a copied link shows the cards alone.
      window.history.replaceState(null, "", paymentsPath);
      void queryClient.invalidateQueries(list);
    }
  }, [hasEnded]);
  return query;
}

export function CardPageResult({
  page,
  hasLeft,
}: {
  page: UseQueryResult<CardPage, unknown>;
  hasLeft: boolean;
}) {
  const t = useTranslations("payments");
  const name = useCardName();
  if (hasLeft) {
    return <Notice title={t("notAdded")}>{t("hasLeft")}</Notice>;
  }
  if (page.data === undefined) {
    if (!page.isError) {
      return page.isLoading ? <Checking>{t("checking")}</Checking> : null;
    }
    // A page of another workspace, or an old link.
    return problemOf(page.error).status === 404 ? null : (
      <Failure error={page.error} title={t("notChecked")} onRetry={() => void page.refetch()} />
    );
  }
  const { state, paymentMethod } = page.data;
  switch (state) {
    case "open":
      return <Checking>{t("stillOpen")}</Checking>;
    case "expired":
      return <Notice title={t("notAdded")}>{t("pageExpired")}</Notice>;
    case "completed":
      return paymentMethod === null ? null : (
        <Text component="div" role="status">
          <StatusBadge tone={stepStates.done.tone}>{t("added", { card: name(paymentMethod) })}</StatusBadge>
        </Text>
      );
  }
}

function Checking({ children }: { children: string }) {
  return (
    <Surface>
      <Group gap="sm" wrap="nowrap" role="status">
        <Loader size={16} aria-hidden />
        <Text size="sm">{children}</Text>
      </Group>
    </Surface>
  );
}
