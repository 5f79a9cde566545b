"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** Refetches everything shown about domains after a change, and their mail, which leaves and returns with them. */
export function useRefreshDomains() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.domains.pathFilter()),
      queryClient.invalidateQueries(trpc.mail.pathFilter()),
    ]);
}
