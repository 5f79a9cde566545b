"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DomainOperationPreview } from "@zonepost/schema";

/** Long enough not to ask at every letter, short enough to seem at once. */
const restMs = 350;

/**
 * What would happen, asked anew whenever the input has come to rest.
 *
 * @param input what would be sent; undefined while it is not whole
 * @returns `isFresh` where the preview is about the input as it stands
 */
export function usePreview<Input>(
  kind: string,
  input: Input | undefined,
  ask: (input: Input) => Promise<DomainOperationPreview>,
) {
  const written = JSON.stringify(input ?? null);
  const [asked] = useDebouncedValue(written, restMs);
  const query = useQuery({
    queryKey: ["domains", "preview", kind, asked],
    queryFn: () => ask(JSON.parse(asked) as Input),
    enabled: asked !== "null",
    staleTime: 30_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const isFresh = input !== undefined && asked === written && !query.isPlaceholderData && !query.isFetching;
  return { query, preview: input === undefined ? undefined : query.data, isFresh };
}
