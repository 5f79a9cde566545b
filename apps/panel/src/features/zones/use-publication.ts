"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

const quickMs = 1_500;
const slowMs = 10_000;
/** After a minute without a result, something takes its time. */
const quickReads = 40;

/** Which nameserver has which version: followed while a version is being published, and `watched` ones always. */
export function usePublication(zoneName: string, { isWatched = false } = {}) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.zones.publication.queryOptions({ zoneName }),
    refetchInterval: ({ state }) => {
      if (state.data?.state === "publishing") {
        return state.dataUpdateCount < quickReads ? quickMs : slowMs;
      }
      return isWatched ? slowMs : false;
    },
  });
}
