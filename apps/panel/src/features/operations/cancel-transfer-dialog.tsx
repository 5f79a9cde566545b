"use client";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";

export const CancelTransferDialog = confirmation("operations", "cancelTransfer", ({ id }: { id: string }) => {
  const refresh = useRefreshDomains();
  return {
    mutation: useTRPC().domains.operations.cancel.mutationOptions({ onError: () => void refresh() }),
    input: { id },
    refresh,
  };
});
