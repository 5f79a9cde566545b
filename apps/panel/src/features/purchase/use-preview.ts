"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** Long enough not to send a request per keystroke, short enough to seem immediate. */
const restMs = 350;

/**
 * A preview, requested again whenever the input has settled.
 *
 * @param input the request; undefined while it is incomplete
 * @returns `isFresh` if the preview matches the current input
 */
export function usePreview<Input, Preview>(
  kind: string,
  input: Input | undefined,
  ask: (input: Input) => Promise<Preview>,
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
