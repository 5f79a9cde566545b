"use client";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";

type OfTransfer = { id: string };

export const CancelTransferDialog = confirmation("operations", "cancelTransfer", ({ id }: OfTransfer) => ({
  mutation: useTRPC().domains.operations.cancel.mutationOptions(),
  input: { id },
  refresh: useRefreshDomains(),
  refreshesOnFailure: true,
}));
