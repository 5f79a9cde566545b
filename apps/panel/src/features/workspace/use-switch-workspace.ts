"use client";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Goes to work in another workspace. */
export function useSwitchWorkspace() {
  const trpc = useTRPC();
  return useSubmit({
    ...trpc.me.switchWorkspace.mutationOptions(),
    // A full load: nothing of the other workspace stays in memory.
    onSuccess: () => window.location.assign("/domains"),
  });
}
