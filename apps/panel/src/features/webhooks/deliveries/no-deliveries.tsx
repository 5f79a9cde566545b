"use client";
import { IconInbox } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { NoMatches } from "@/ui/list/no-matches.tsx";
import { isFiltered } from "./delivery-query.ts";
import { endpointParams, noFilters } from "./endpoint-params.ts";

/** Nothing yet, or nothing that matches: then the title repeats the filters. */
export function NoDeliveries() {
  const t = useTranslations("webhooks");
  const [params, setParams] = useQueryStates(endpointParams);
  if (!isFiltered(params)) {
    return (
      <EmptyState icon={IconInbox} title={t("noDeliveriesTitle")}>
        {t("noDeliveries")}
      </EmptyState>
    );
  }
  const subject = params.subject.trim();
  return (
    <NoMatches
      title={t("noMatchingDeliveries", {
        status: params.status ?? "any",
        type: params.type ?? "any",
        subject: subject === "" ? "any" : subject,
        range: params.range ?? "any",
      })}
      words={subject === "" ? t("noMatch") : t("noMatchSubject")}
      onClear={() => void setParams(noFilters)}
    />
  );
}
