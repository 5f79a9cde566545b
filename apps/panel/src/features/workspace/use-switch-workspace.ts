"use client";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";

export function useSwitchWorkspace() {
  const trpc = useTRPC();
  return useSubmit({
    ...trpc.me.switchWorkspace.mutationOptions(),
    // A full load, so that no data of the other workspace stays in memory.
    onSuccess: () => window.location.assign("/"),
  });
}
