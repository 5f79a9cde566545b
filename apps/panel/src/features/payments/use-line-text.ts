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

/** The first line of an order, and the number of the others, which needn't be loaded. */
export function useLinesText() {
  const t = useTranslations("paymentWords");
  const write = useLineText();
  return ([first]: readonly NamedLine[], count: number): string =>
    first === undefined
      ? t("noLines")
      : count === 1
        ? write(first)
        : t("lines", { first: write({ ...first, years: null }), count: count - 1 });
}
