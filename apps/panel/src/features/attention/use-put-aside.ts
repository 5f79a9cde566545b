"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Snoozes or mutes an item for this person alone, and takes that back. */
export function usePutAside() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: trpc.attention.list.queryKey() });
  const options = { onSuccess, isRepeatable: true };
  const snooze = useSubmit({ ...trpc.attention.snooze.mutationOptions(), ...options });
  const mute = useSubmit({ ...trpc.attention.mute.mutationOptions(), ...options });
  const unsnooze = useSubmit({ ...trpc.attention.unsnooze.mutationOptions(), ...options });
  const unmute = useSubmit({ ...trpc.attention.unmute.mutationOptions(), ...options });
  const error = snooze.error ?? mute.error ?? unsnooze.error ?? unmute.error;
  return { snooze, mute, unsnooze, unmute, error };
}
