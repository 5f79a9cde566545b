"use client";
import type { DnssecChangeResult } from "@zonepost/schema";
import type { DsChange } from "@/features/dnssec/preflight/ds-change.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";

/**
 * Sends a change. Unless the user insists, the API checks it again and refuses one that would break the zone by then.
 */
export function useChangeDs(name: string, onDone: (result: DnssecChangeResult) => void) {
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  return useSubmit({
    mutationFn: ({
      change,
      enforce,
    }: {
      change: DsChange;
      enforce: boolean;
    }): Promise<DnssecChangeResult> => {
      const input = { name, preflight: enforce ? ("enforce" as const) : undefined };
      switch (change.kind) {
        case "add":
          return change.key
            ? client.domains.publishDnskey.mutate({ ...input, ...change.key })
            : client.domains.publishDsRecord.mutate({ ...input, ...change.dsRecord });
        case "replace":
          return change.key
            ? client.domains.replaceDnskeys.mutate({ ...input, keys: [change.key] })
            : client.domains.replaceDsRecords.mutate({ ...input, dsRecords: change.dsRecords });
        case "remove": {
          const { keyTag, algorithm, digestType, digest } = change.dsRecord;
          return client.domains.removeDsRecord.mutate({
            ...input,
            keyTag: String(keyTag),
            algorithm: String(algorithm),
            digestType: String(digestType),
            digest,
          });
        }
      }
    },
    onSuccess: async (result) => {
      await refresh();
      onDone(result);
    },
  });
}
