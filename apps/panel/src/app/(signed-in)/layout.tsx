import type { ReactNode } from "react";
import { requireSession } from "@/session.ts";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { Shell } from "./_parts/shell.tsx";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  // Both go in one call.
  const [session] = await Promise.all([requireSession(), prefetch(getTrpc().me.workspaces.queryOptions())]);
  return (
    <HydrateClient>
      <Shell now={session.sandbox?.now ?? new Date().toISOString()}>{children}</Shell>
    </HydrateClient>
  );
}
