"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";

/** Reads everything again that shows the status of a domain's mail. */
export function useRefreshMail(domainName: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.mail.pathFilter()),
      queryClient.invalidateQueries(trpc.domains.get.queryFilter({ name: domainName })),
    ]);
}
