"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** Makes a saved card the one that is charged unless another is chosen. */
export function useMakeDefault(onMade?: () => Promise<void>) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useSubmit({
    ...trpc.payments.methods.update.mutationOptions(),
    isRepeatable: true,
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.payments.methods.list.queryFilter());
      await onMade?.();
    },
  });
}
