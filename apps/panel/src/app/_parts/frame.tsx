import "server-only";
import { unstable_rethrow } from "next/navigation";
import type { ReactNode } from "react";
import { Shell } from "@/features/shell/shell.tsx";
import { requireSession } from "@/session.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { allPrefetched, getTrpc, HydrateClient, PaintWhole, prefetch, readSoFar } from "@/trpc/server.tsx";

async function readFrame() {
  try {
    return { session: await requireSession(), failure: undefined };
  } catch (error) {
    // A redirect to the sign-in page.
    unstable_rethrow(error);
    // Without an error boundary, since those of Next would replace the navigation as well.
    return { session: undefined, failure: { requestId: problemOf(error).requestId } };
  }
}

/** The navigation around a page. If the API doesn't answer, it surrounds a notice that tries again. */
export async function Frame({ children }: { children: ReactNode }) {
  // Both are sent in one call.
  const [{ session, failure }] = await Promise.all([
    readFrame(),
    prefetch(getTrpc().me.workspaces.queryOptions()),
  ]);
  const state = readSoFar();
  const isWhole = failure === undefined && (await allPrefetched());
  return (
    <>
      {isWhole ? <PaintWhole /> : null}
      <HydrateClient state={state}>
        <Shell now={session?.sandbox?.now ?? new Date().toISOString()} failure={failure}>
          {children}
        </Shell>
      </HydrateClient>
    </>
  );
}
