"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Snoozes or mutes an item for this person alone. */
export function usePutAside() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: trpc.attention.list.queryKey() });
  const snooze = useSubmit({
    ...trpc.attention.snooze.mutationOptions(),
    onSuccess,
    isRepeatable: true,
  });
  const mute = useSubmit({ ...trpc.attention.mute.mutationOptions(), onSuccess, isRepeatable: true });
  return { snooze, mute, error: snooze.error ?? mute.error };
}
