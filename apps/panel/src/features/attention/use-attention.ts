"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

const refetchIntervalMs = 30_000;

/** The one list behind the overview, the bell, the counts in the navigation and the chips of lists. */
export function useAttention({ enabled = true } = {}) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.attention.list.queryOptions({}),
    refetchInterval: refetchIntervalMs,
    refetchOnWindowFocus: true,
    enabled,
  });
}
