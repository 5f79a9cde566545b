"use client";
import { useTRPC } from "@/trpc/client.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";
import { ConfirmAccountDialog } from "./confirm-account-dialog.tsx";

export function RestoreAccountDialog({ domainName, ...dialog }: AccountDialogProps) {
  const trpc = useTRPC();
  const { account } = dialog;
  return (
    <ConfirmAccountDialog
      {...dialog}
      act="restore"
      mutation={trpc.mail.restoreAccount.mutationOptions()}
      input={{ domainName, id: account.id }}
    />
  );
}
