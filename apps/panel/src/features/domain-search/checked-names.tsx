"use client";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { similarNames } from "./search-word.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useCheckedNames } from "./use-checked-names.ts";

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
