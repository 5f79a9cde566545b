"use client";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** Goes to work in another workspace. */
export function useSwitchWorkspace() {
  const trpc = useTRPC();
  return useMutation({
    ...trpc.me.switchWorkspace.mutationOptions(),
    // A full load: nothing of the other workspace stays in memory.
    onSuccess: () => window.location.assign("/domains"),
  });
}
