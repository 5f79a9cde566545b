"use client";
import { useQuery } from "@tanstack/react-query";
import type { TldOffer } from "@zonepost/schema";
import { useTRPC } from "@/trpc/client.tsx";

/** The terms and prices of a name's TLD. */
export function useTldOffer(name: string): TldOffer | undefined {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.domains.tlds.queryOptions(), staleTime: 600_000 });
  return data?.find(({ tld }) => name.endsWith(`.${tld}`));
}
