import "server-only";
import type { ReactNode } from "react";
import { Shell } from "@/features/shell/shell.tsx";
import { requireSession } from "@/session.ts";
import { allPrefetched, getTrpc, HydrateClient, prefetch, readSoFar } from "@/trpc/server.tsx";
import { PaintWhole } from "@/ui/page-end/page-end.tsx";

/** The navigation around a page. If the API doesn't answer, it surrounds a notice that tries again. */
export async function Frame({ children }: { children: ReactNode }) {
  // Both are sent in one call.
  const [{ current, failure }] = await Promise.all([
    requireSession(),
    prefetch(getTrpc().me.workspaces.queryOptions()),
  ]);
  const state = readSoFar();
  const isWhole = failure === undefined && (await allPrefetched());
  return (
    <>
      {isWhole ? <PaintWhole /> : null}
      <HydrateClient state={state}>
        <Shell now={current?.sandbox?.now ?? new Date().toISOString()} failure={failure}>
          {children}
        </Shell>
      </HydrateClient>
    </>
  );
}
