"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** Checks the zone as it is now, with an empty change. */
export function useKeysCheck(name: string, isAsked: boolean) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.domains.preflight.queryOptions({ name, add: [] }),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
