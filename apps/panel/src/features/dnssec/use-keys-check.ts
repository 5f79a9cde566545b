"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { DsRecord } from "@zonepost/schema";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";

/** A check this recent isn't repeated when the page is opened or looked at again. */
const freshMs = 60_000;

/**
 * Checks the zone as it is now, with an empty change. The result only applies to these records and nameservers. It is
 * stored as the domain's latest check, so what the panel shows of that is read again.
 */
export function useKeysCheck(name: string, present: { dsRecords: DsRecord[]; nameservers: string[] }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: ["domains", "keysCheck", name, present],
    queryFn: async () => {
      const found = await client.domains.preflight.query({ name, add: [] });
      void cache.invalidateQueries(trpc.domains.get.queryFilter({ name }));
      return found;
    },
    enabled: present.dsRecords.length > 0,
    staleTime: freshMs,
    refetchOnWindowFocus: true,
    gcTime: 0,
    retry: false,
  });
}
