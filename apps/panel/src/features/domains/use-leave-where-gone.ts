"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";

/** Redirects to the list once a domain has left the workspace. */
export function useLeaveWhereGone(name: string): () => Promise<boolean> {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    try {
      await client.domains.get.query({ name });
      return false;
    } catch (error) {
      if (problemOf(error).status !== 404) {
        return false;
      }
      await Promise.all([
        queryClient.invalidateQueries(trpc.domains.pathFilter()),
        queryClient.invalidateQueries(trpc.mail.page.infiniteQueryFilter()),
      ]);
      router.push("/domains");
      return true;
    }
  };
}
