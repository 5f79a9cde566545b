"use client";
import { useQuery } from "@tanstack/react-query";
import type { DnssecChangeInput, DnssecChangeResult, DsRecord, DsRecordInput } from "@zonepost/schema";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useDialogSubmit } from "@/lib/use-dialog-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";

export type DsChange =
  | { kind: "add"; dsRecord: DsRecordInput }
  | { kind: "replace"; dsRecords: DsRecordInput[] }
  | { kind: "remove"; dsRecord: DsRecord };

const questionOf = (change: DsChange): DnssecChangeInput => {
  switch (change.kind) {
    case "add":
      return { add: [change.dsRecord] };
    case "replace":
      return { replace: change.dsRecords };
    case "remove":
      return { remove: [change.dsRecord] };
  }
};

/** What a change would do to those who validate: the nameservers are asked anew each time. */
export function usePreflight(name: string, change: DsChange | undefined) {
  const trpc = useTRPC();
  const question = change ? questionOf(change) : {};
  return useQuery({
    ...trpc.domains.preflight.queryOptions({ name, change: question }),
    enabled: change !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/**
 * Sends a change. Where it was judged and not insisted upon, the service judges once more and refuses what would break
 * the zone by then.
 */
export function useChangeDs(name: string, onDone: (result: DnssecChangeResult) => void) {
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  return useDialogSubmit({
    mutationFn: ({
      change,
      enforce,
    }: {
      change: DsChange;
      enforce: boolean;
    }): Promise<DnssecChangeResult> => {
      const asked = { name, ...(enforce ? { preflight: "enforce" as const } : {}) };
      switch (change.kind) {
        case "add":
          return client.domains.publishDsRecord.mutate({ ...asked, dsRecord: change.dsRecord });
        case "replace":
          return client.domains.replaceDsRecords.mutate({ ...asked, dsRecords: change.dsRecords });
        case "remove":
          return client.domains.removeDsRecord.mutate({ ...asked, dsRecord: change.dsRecord });
      }
    },
    onSuccess: async (result) => {
      await refresh();
      onDone(result);
    },
  });
}
