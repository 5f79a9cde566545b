"use client";
import { Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { AttentionItem } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { AttentionList } from "@/features/attention/attention-list.tsx";
import { attentionRows } from "@/features/attention/attention-policy.ts";
import { useAttention } from "@/features/attention/use-attention.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useInBrowser } from "@/ui/use-in-browser.ts";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { OverviewCard, QueryCard } from "./overview-card.tsx";

/** @param readByServer what the server drew: the frame may read the list again before this card is hydrated */
export function AttentionCard({ readByServer }: { readByServer: AttentionItem[] | undefined }) {
  const t = useTranslations("attention");
  const query = useAttention();
  const isInBrowser = useInBrowser();
  const shown = isInBrowser
    ? query
    : ({ ...query, data: readByServer, isError: false } as ReturnType<typeof useAttention>);
  return (
    <QueryCard query={shown} title={t("title")} size="attention">
      {(items) => {
        const rows = attentionRows(items);
        const title = rows.length > 0 ? t("titleCount", { count: rows.length }) : t("title");
        return (
          <OverviewCard title={title} size="attention">
            {rows.length > 0 ? <AttentionList items={rows} /> : <NothingToDo />}
          </OverviewCard>
        );
      }}
    </QueryCard>
  );
}

function NothingToDo() {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const money = useMoney();
  const writeDate = useMomentText();
  const { data } = useQuery(trpc.orders.renewalForecast.queryOptions());
  const next = data?.next;
  return (
    <Text size="sm">
      <IconCircleCheck
        size={16}
        color="var(--zp-good)"
        style={{ verticalAlign: "text-bottom" }}
        aria-hidden
      />{" "}
      {t("nothing")}{" "}
      {next
        ? t("next", {
            count: next.count,
            day: writeDate(next.chargesAt, "date"),
            total: money(next.totalCents, next.currency),
          })
        : null}
    </Text>
  );
}
