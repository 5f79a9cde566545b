"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { useInBrowser } from "@/ui/use-in-browser.ts";
import { minuteMs } from "@/ui/values/durations.ts";
import { similarNames } from "./search-word.ts";
import { SuggestionList } from "./suggestion-list.tsx";

function useCheckedNames(names: string[]) {
  const trpc = useTRPC();
  const isInBrowser = useInBrowser();
  const query = useQuery({
    ...trpc.domains.checkNames.queryOptions({ names }, { trpc: { abortOnUnmount: true } }),
    enabled: isInBrowser,
    staleTime: minuteMs,
    retry: false,
  });
  const found = query.data ?? [];
  const isWaiting = query.isFetching || !query.isFetched;
  return { query, found, missing: isWaiting ? Math.max(names.length - found.length, 1) : 0 };
}

/** The results for a list of names, one for each. */
export function NamesResults({ names, mayBuy }: { names: string[]; mayBuy: boolean }) {
  const t = useTranslations("search");
  const { query, found, missing } = useCheckedNames(names);
  if (query.isError) {
    return <Failure error={query.error} title={t("failed")} onRetry={() => void query.refetch()} />;
  }
  return (
    <SuggestionList
      label={t("results")}
      suggestions={found}
      missing={missing}
      isAsked={() => true}
      mayBuy={mayBuy}
    />
  );
}

const mostSimilar = 4;

/** Available names like one that is taken. Shows nothing if there are none. */
export function SimilarNames({ name, mayBuy }: { name: string; mayBuy: boolean }) {
  const t = useTranslations("search");
  const { found, missing } = useCheckedNames(similarNames(name));
  const available = found.filter((one) => one.available).slice(0, mostSimilar);
  if (missing > 0 || available.length === 0) {
    return null;
  }
  return (
    <Section title={t("similar")}>
      <SuggestionList
        label={t("similar")}
        suggestions={available}
        missing={0}
        isAsked={() => false}
        mayBuy={mayBuy}
      />
    </Section>
  );
}
