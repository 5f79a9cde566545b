"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** Asks again for everything about the person: their profile, their sign-ins, the session at hand. */
export function useRefreshProfile() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.me.pathFilter()),
      queryClient.invalidateQueries(trpc.session.current.queryFilter()),
    ]);
}
