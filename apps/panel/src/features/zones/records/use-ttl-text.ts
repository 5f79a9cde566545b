"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";

const units = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
] as const;

/** A TTL in its largest unit that is exact: "1 hour", "90 minutes", "77 seconds". */
export function useTtlText(): (seconds: number) => string {
  const t = useTranslations("zoneRecords");
  return useCallback(
    (seconds: number) => {
      const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? ["seconds", 1];
      return t(`ttl_${unit}`, { count: seconds / length });
    },
    [t],
  );
}
