"use client";
import { useDocumentVisibility } from "@mantine/hooks";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useMomentText } from "@/ui/values/moment.tsx";

/** More than the longest interval between refetches. */
const overdueMs = 45_000;

/** For a query with a `refetchInterval`: says since when its data is old, if refetches fail or aren't answered. */
export function useNotUpdating({
  dataUpdatedAt,
  isRefetchError,
}: Pick<UseQueryResult, "dataUpdatedAt" | "isRefetchError">) {
  const t = useTranslations("failure");
  const write = useMomentText();
  const visibility = useDocumentVisibility();
  const [overdue, setOverdue] = useState<number>();
  useEffect(() => {
    // In the background, queries aren't refetched.
    if (visibility === "hidden") {
      return undefined;
    }
    const timer = setTimeout(() => setOverdue(dataUpdatedAt), overdueMs);
    return () => clearTimeout(timer);
  }, [dataUpdatedAt, visibility]);
  if (dataUpdatedAt === 0 || (!isRefetchError && overdue !== dataUpdatedAt)) {
    return undefined;
  }
  return (
    <span style={{ color: "var(--zp-warn)" }}>
      {t("notUpdating", { time: write(new Date(dataUpdatedAt).toISOString(), "clock") })}
    </span>
  );
}
