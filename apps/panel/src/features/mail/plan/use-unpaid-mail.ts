"use client";
import { useQuery } from "@tanstack/react-query";
import type { UnpaidMail } from "@zonepost/schema/panel";
import { isShown } from "@/features/access/rights.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Mail that becomes active once its order is paid. */
export function useUnpaidMail(): UnpaidMail[] {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const { data = [] } = useQuery({
    ...trpc.orders.unpaidMail.queryOptions(),
    enabled: current?.paymentsOn === true && isShown(current, "mail:read"),
  });
  return data;
}
