"use client";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import type { DomainSuggestion } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Suggestion } from "./suggestion.tsx";
import classes from "./suggestions.module.css";

/** The results so far in their order, and a skeleton for each that is missing. */
export function SuggestionList(props: {
  label: string;
  suggestions: DomainSuggestion[];
  /** How many results are still expected. */
  missing: number;
  /** Someone asked for this very name, and not for a word under every TLD. */
  isAsked: (suggestion: DomainSuggestion) => boolean;
  mayBuy: boolean;
}) {
  const { label, suggestions, missing, isAsked, mayBuy } = props;
  const t = useTranslations("search");
  const available = suggestions.filter((one) => one.available).length;
  return (
    <>
      <VisuallyHidden role="status">
        {missing > 0 ? t("asking") : t("found", { count: suggestions.length, available })}
      </VisuallyHidden>
      <ul className={classes.list} aria-label={label} aria-busy={missing > 0}>
        {suggestions
          .toSorted((one, other) => one.position - other.position)
          .map((suggestion) => (
            <Suggestion
              key={suggestion.name}
              suggestion={suggestion}
              isAsked={isAsked(suggestion)}
              mayBuy={mayBuy}
            />
          ))}
        {Array.from({ length: missing }, (_, index) => (
          <li key={`waiting ${index}`} className={classes.row} aria-hidden>
            <Skeleton height={18} width={`${38 + ((index * 13) % 26)}%`} maw={320} />
            <Skeleton height={16} width={110} />
            <Skeleton height={36} width={130} />
          </li>
        ))}
      </ul>
    </>
  );
}
