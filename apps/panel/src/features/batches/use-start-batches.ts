"use client";
import type { DomainBatchChange } from "@zonepost/schema";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { batchesOf } from "./batch-change.ts";

type Wanted = { names: string[]; change: DomainBatchChange };

/** Sends changes for many names, in as many batches as necessary. */
export function useStartBatches(onStarted: (ids: string[]) => void) {
  const client = useTRPCClient();
  return useSubmit({
    mutationFn: async (wanted: Wanted[]) => {
      const ids: string[] = [];
      for (const { names, change } of wanted) {
        for (const batch of batchesOf(names, change)) {
          try {
            ids.push((await client.domains.batches.create.mutate(batch)).id);
          } catch (error) {
            // Batches that have started continue, and are shown.
            if (ids.length === 0) {
              throw error;
            }
            return ids;
          }
        }
      }
      return ids;
    },
    onSuccess: onStarted,
  });
}
