import "server-only";
import type { ReactNode } from "react";
import { PageFailure } from "@/ui/notices/page-failure.tsx";
import { PageEnd } from "@/ui/page-end/page-end.tsx";
import { problemOf } from "./problem-of.ts";
import { getQueryClient, HydrateClient } from "./server.tsx";

const isUnanswered = ({ state }: { state: { error: unknown } }) =>
  state.error !== null && problemOf(state.error).unreachable;

/**
 * A page with what it has read, and a mark at its end. If the API didn't answer, a notice replaces the page, because the
 * browser's own calls would wait just as long.
 */
export function HydratePage({ children }: { children: ReactNode }) {
  const isFailed = getQueryClient().getQueryCache().getAll().some(isUnanswered);
  return (
    <HydrateClient>
      {isFailed ? <PageFailure /> : children}
      <PageEnd />
    </HydrateClient>
  );
}
