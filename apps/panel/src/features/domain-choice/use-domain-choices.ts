"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DomainStatus } from "@zonepost/schema";
import { useTRPC } from "@/trpc/client.tsx";
import { domainChoicesInput } from "./domain-choices.ts";

const typingPauseMs = 200;

/** The domains whose names contain what is typed into a picker, in ASCII or in their own script. */
export function useDomainChoices(search: string, status?: DomainStatus) {
  const trpc = useTRPC();
  const [typed] = useDebouncedValue(search, typingPauseMs);
  const query = useQuery({
    ...trpc.domains.page.queryOptions(domainChoicesInput(typed, status)),
    placeholderData: keepPreviousData,
  });
  /** The API has filtered, in both scripts. Until then, Enter must not take what doesn't match. */
  const isFiltered = typed === search && !query.isPlaceholderData;
  return { ...query, isFiltered };
}
