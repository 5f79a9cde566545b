"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Failure } from "./failure.tsx";

/** Renders a query's state: loading, failed, or loaded. */
export function QueryView<Data>(props: {
  query: UseQueryResult<Data, unknown>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { query, skeleton, children } = props;
  const t = useTranslations("failure");
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (query.isError) {
    return <Failure error={query.error} title={t("notLoaded")} onRetry={() => void query.refetch()} />;
  }
  return skeleton;
}
