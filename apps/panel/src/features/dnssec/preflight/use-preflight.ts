"use client";
import { useQuery } from "@tanstack/react-query";
import type { DnssecChangeInput } from "@zonepost/schema";
import { useTRPC } from "@/trpc/client.tsx";
import type { DsChange } from "./ds-change.ts";

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

/** Checks the effect of a change on validating resolvers; never cached. */
export function usePreflight(name: string, change: DsChange | undefined) {
  const trpc = useTRPC();
  const question = change ? questionOf(change) : {};
  return useQuery({
    ...trpc.domains.preflight.queryOptions({ name, ...question }),
    enabled: change !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
