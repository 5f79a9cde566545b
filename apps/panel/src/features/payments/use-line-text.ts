"use client";
import type { OrderLine } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";

export type NamedLine = Pick<OrderLine, "kind" | "domainName" | "years" | "planSlug">;

/** What a line buys, in words: "Registration of example.com, 1 year". */
export function useLineText() {
  const t = useTranslations("paymentWords");
  return ({ kind, domainName, years, planSlug }: NamedLine): string => {
    const line = t(`line_${kind}`, { name: toUnicodeName(domainName), plan: planSlug ?? "" });
    return years === null ? line : t("lineYears", { line, years });
  };
}

/** The first line of an order, and the number of the others. */
export function useLinesText() {
  const t = useTranslations("paymentWords");
  const write = useLineText();
  return (lines: readonly NamedLine[]): string => {
    const [first, ...others] = lines;
    return first === undefined
      ? t("noLines")
      : others.length === 0
        ? write(first)
        : t("lines", { first: write({ ...first, years: null }), count: others.length });
  };
}
