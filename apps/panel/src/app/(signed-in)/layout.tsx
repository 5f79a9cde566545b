import type { ReactNode } from "react";
import { requireSession } from "@/session.ts";
import { HydrateClient } from "@/trpc/server.tsx";
import { Shell } from "./_parts/shell.tsx";

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  return (
    <HydrateClient>
      <Shell now={session.sandbox?.now ?? new Date().toISOString()}>{children}</Shell>
    </HydrateClient>
  );
}
