"use client";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { namesOfOrder } from "./order-state.ts";

/** "example.com and 2 more" */
export function useOrderTitle() {
  const t = useTranslations("orders");
  return (order: Parameters<typeof namesOfOrder>[0]) => {
    const [first = "", ...others] = namesOfOrder(order);
    return t("names", { name: toUnicodeName(first), others: others.length });
  };
}
