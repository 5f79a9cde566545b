"use client";
import { useQuery } from "@tanstack/react-query";
import type { DsRecord } from "@zonepost/schema";
import { useTRPCClient } from "@/trpc/client.tsx";

/** A check this recent isn't repeated when the page is opened or looked at again. */
const freshMs = 60_000;

/** Checks the zone as it is now, with an empty change. The result only applies to these records and nameservers. */
export function useKeysCheck(name: string, present: { dsRecords: DsRecord[]; nameservers: string[] }) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["domains", "keysCheck", name, present],
    queryFn: () => client.domains.preflight.query({ name, add: [] }),
    enabled: present.dsRecords.length > 0,
    staleTime: freshMs,
    refetchOnWindowFocus: true,
    gcTime: 0,
    retry: false,
  });
}
