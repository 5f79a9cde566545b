"use client";
import { useQueryClient } from "@tanstack/react-query";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";

/** The server says which workspaces have to be handed over first. */
export const DeleteOwnAccountDialog = confirmation("profile", "deleteAccount", () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return {
    isDangerous: true,
    mutation: trpc.me.requestDeletion.mutationOptions(),
    input: undefined,
    refresh: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.me.get.queryFilter()),
        queryClient.invalidateQueries(trpc.me.sessions.queryFilter()),
        queryClient.invalidateQueries(trpc.session.current.queryFilter()),
      ]),
  };
});
