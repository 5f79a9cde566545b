"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { whyMissing } from "@/features/access/rights.ts";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Whether the session can order mail plans, which only costs money while payments are on. */
export function useMayOrderPlan(): { has: boolean; why: string | undefined; isPaid: boolean } {
  const t = useTranslations("mailOrder");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const write = useRight("mail:write");
  const buy = useRight("domains:buy");
  const isPaid = current?.paymentsOn !== false;
  if (!write.has || buy.has || !isPaid) {
    return { ...write, isPaid };
  }
  const isLimited = current !== undefined && whyMissing(current.session, ["domains:buy"]) === "limit";
  return { has: false, why: isLimited ? buy.why : t("mayNotBuy"), isPaid };
}
