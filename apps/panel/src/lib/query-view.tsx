"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isPassing } from "@/trpc/problem-of.ts";
import { useRetry } from "@/ui/use-retry.ts";
import { Failure } from "./failure.tsx";

/** Renders a query's state: loading, failed, or loaded. */
export function QueryView<Data>(props: {
  query: Pick<UseQueryResult<Data, unknown>, "data" | "error" | "isError"> & { refetch(): unknown };
  skeleton: ReactNode;
  /** The page's header, if `children` has it: a page that couldn't be loaded still says which one it is. */
  header?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { query, skeleton, header, children } = props;
  const t = useTranslations("failure");
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (query.isError) {
    const retry = () => void query.refetch();
    return (
      <>
        {header}
        <Failure error={query.error} title={t("notLoaded")} onRetry={retry} />
        {isPassing(query.error) ? <Retry onRetry={retry} /> : null}
      </>
    );
  }
  return skeleton;
}

/** A page recovers on its own when the service does. */
function Retry({ onRetry }: { onRetry: () => void }) {
  useRetry(onRetry);
  return null;
}
