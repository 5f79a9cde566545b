"use client";
import { useQuery } from "@tanstack/react-query";
import type { Domain } from "@/features/domains/domain.ts";
import { RenewDialog } from "@/features/lifecycle/renew-dialog.tsx";
import { RestoreDialog } from "@/features/lifecycle/restore-dialog.tsx";
import { useTRPC } from "@/trpc/client.tsx";

/** Renews a domain, or restores it in redemption. */
export function TermDialog(props: { domain: Domain; opened: boolean; onClose: () => void }) {
  const { domain } = props;
  const trpc = useTRPC();
  const { data: offers } = useQuery(trpc.domains.tlds.queryOptions());
  const maxYears = offers?.find(({ tld }) => tld === domain.tld)?.maxYears ?? 10;
  return domain.status === "redemption" ? (
    <RestoreDialog {...props} />
  ) : (
    <RenewDialog {...props} maxYears={maxYears} />
  );
}
