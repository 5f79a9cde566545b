"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** What those who validate make of the zone as it is: the nameservers are asked, with nothing to change. */
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
