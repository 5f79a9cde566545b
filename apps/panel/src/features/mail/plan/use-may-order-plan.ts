"use client";
import { useQuery } from "@tanstack/react-query";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Whether the session can order mail plans, which only costs money while payments are on. */
export function useMayOrderPlan(): { has: boolean; why: string | undefined; isPaid: boolean } {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const write = useRight("mail:write");
  const buy = useRight("domains:buy");
  const isPaid = current?.paymentsOn !== false;
  return { ...(write.has && isPaid ? buy : write), isPaid };
}
