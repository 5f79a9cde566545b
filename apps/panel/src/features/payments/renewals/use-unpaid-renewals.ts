"use client";
import { useQuery } from "@tanstack/react-query";
import type { UnpaidRenewals } from "@zonepost/schema";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

/** The renewals whose charge has failed, for people who can pay them. */
export function useUnpaidRenewals() {
  const trpc = useTRPC();
  const pay = useRight("payments:write", "domains:buy");
  return useQuery({ ...trpc.orders.unpaidRenewals.queryOptions(), enabled: pay.has });
}

/** Such as "€28.28"; of several currencies, one after the other. */
export function useTotalText() {
  const money = useMoney();
  return ({ totals }: UnpaidRenewals) =>
    totals.map(({ totalCents, currency }) => money(totalCents, currency)).join(" + ");
}
