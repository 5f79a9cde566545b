import type { ReactNode } from "react";
import { Shell } from "@/features/shell/shell.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  // Both go in one call.
  const [session] = await Promise.all([requireSession(), prefetch(getTrpc().me.workspaces.queryOptions())]);
  return (
    <HydrateClient>
      <Shell now={session.sandbox?.now ?? new Date().toISOString()}>{children}</Shell>
    </HydrateClient>
  );
}
