"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** Refetches everything shown about domains after a change. */
export function useRefreshDomains() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.domains.pathFilter());
}
