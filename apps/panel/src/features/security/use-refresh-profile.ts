"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** Refetches the profile, the list of sign-ins and the current session. */
export function useRefreshProfile() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.me.pathFilter()),
      queryClient.invalidateQueries(trpc.session.current.queryFilter()),
    ]);
}
