import type { ReactNode } from "react";
import { Panel } from "@/app/_parts/panel.tsx";
import { Shell } from "@/features/shell/shell.tsx";
import { requireSession } from "@/session.ts";
import { allPrefetched, getTrpc, HydrateClient, PaintWhole, prefetch, readSoFar } from "@/trpc/server.tsx";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  // Both are sent in one call.
  const [session] = await Promise.all([requireSession(), prefetch(getTrpc().me.workspaces.queryOptions())]);
  const state = readSoFar();
  const isWhole = await allPrefetched();
  return (
    <Panel words="shell">
      {isWhole ? <PaintWhole /> : null}
      <HydrateClient state={state}>
        <Shell now={session.sandbox?.now ?? new Date().toISOString()}>{children}</Shell>
      </HydrateClient>
    </Panel>
  );
}
