"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Whether the session can order mail plans, which only costs money while payments are on. */
export function useMayOrderPlan(): { has: boolean; why: string | undefined } {
  const t = useTranslations("mailOrder");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const write = useRight("mail:write");
  const buy = useRight("domains:buy");
  if (!write.has || buy.has || current?.paymentsOn === false) {
    return write;
  }
  return { has: false, why: t("mayNotBuy") };
}
