"use client";
import { useQuery } from "@tanstack/react-query";
import type { DomainBatchChange } from "@zonepost/schema";
import { useTRPCClient } from "@/trpc/client.tsx";
import { batchesOf } from "./batch-change.ts";

/** What would become of each domain; nothing is asked before the change is complete. */
export function useBatchPreview(names: string[], change: DomainBatchChange | undefined, enabled: boolean) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["domains", "batches", "preview", change, names],
    queryFn: async () => {
      const items = [];
      for (const batch of change ? batchesOf(names, change) : []) {
        items.push(...(await client.domains.batches.preview.mutate(batch)).items);
      }
      return items;
    },
    enabled: enabled && change !== undefined,
    staleTime: 0,
    retry: false,
  });
}
