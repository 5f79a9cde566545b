"use client";
import { useRight } from "@/features/access/use-right.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";

/** Approves or rejects an outgoing transfer. An approval requires confirmation. */
export function useAnswerTransfer(id: string, onApproved?: () => Promise<unknown>) {
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const release = useRight("domains:release");
  const write = useRight("domains:write");
  const approve = useSubmit({
    mutationFn: () => client.domains.operations.approve.mutate({ id }),
    onSuccess: onApproved ?? refresh,
  });
  const reject = useSubmit({
    mutationFn: () => client.domains.operations.reject.mutate({ id }),
    onSuccess: refresh,
  });
  const isBusy = approve.isPending || reject.isPending;
  return { approve, reject, isBusy, error: approve.error ?? reject.error, release, write };
}
