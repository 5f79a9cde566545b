"use client";
import { useQuery } from "@tanstack/react-query";
import type { DomainSuggestion } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { useInBrowser } from "@/ui/use-in-browser.ts";
import { minuteMs } from "@/ui/values/durations.ts";
import { SimilarNames } from "./checked-names.tsx";
import { problemOfSearchWord } from "./search-word.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import classes from "./suggestions.module.css";

/** The height before the offer is known. */
const usualCount = 7;

/** One result per TLD, each shown as soon as its registry responds. */
export function SearchResults({ word, mayBuy }: { word: string; mayBuy: boolean }) {
  const t = useTranslations("search");
  const trpc = useTRPC();
  // Server and browser both render skeletons first: the server queries no registry.
  const isInBrowser = useInBrowser();
  const problem = problemOfSearchWord(word);
  const tlds = useQuery({ ...trpc.domains.tlds.queryOptions(), staleTime: 600_000, enabled: isInBrowser });
  const query = useQuery({
    ...trpc.domains.suggestions.queryOptions({ word }, { trpc: { abortOnUnmount: true } }),
    enabled: isInBrowser && problem === undefined,
    staleTime: minuteMs,
    retry: false,
  });
  if (problem !== undefined) {
    return <ProblemAlert title={t("notAName", { name: word })} detail={problem} />;
  }
  if (query.isError) {
    const { status, errors, detail } = problemOf(query.error);
    return status === 422 ? (
      <ProblemAlert title={t("notAName", { name: word })} detail={errors[0]?.message ?? detail} />
    ) : (
      <Failure error={query.error} title={t("failed")} onRetry={() => void query.refetch()} />
    );
  }
  const found = query.data ?? [];
  const isWaiting = query.isFetching || !query.isFetched;
  const missing = isWaiting ? Math.max((tlds.data?.length ?? usualCount) - found.length, 1) : 0;
  const refused = found.find(({ reason }) => reason === "not_offered");
  const shown = found.filter((one) => one !== refused);
  const isAsked = ({ position }: DomainSuggestion) => position === 0 && word.includes(".");
  const taken = found.find((one) => one.position === 0 && one.reason === "taken");
  return (
    <>
      {refused ? (
        <div className={classes.alert}>
          <ProblemAlert
            title={t("notOffered")}
            detail={t("notOfferedWords", { name: refused.unicodeName })}
          />
        </div>
      ) : null}
      <SuggestionList
        label={t("results")}
        suggestions={shown}
        missing={missing}
        isAsked={isAsked}
        mayBuy={mayBuy}
      />
      {taken ? (
        <div className={classes.similar}>
          <SimilarNames key={taken.name} name={taken.unicodeName} mayBuy={mayBuy} />
        </div>
      ) : null}
    </>
  );
}
