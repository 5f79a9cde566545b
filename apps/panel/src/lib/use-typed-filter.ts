"use client";
import { useDebouncedValue } from "@mantine/hooks";

const restMs = 200;

/** A list's parameters, with its words once they rest: each change is a request. */
export function useTypedFilter<Params extends { q: string }>(params: Params): Params {
  const [q] = useDebouncedValue(params.q, restMs);
  return { ...params, q };
}
