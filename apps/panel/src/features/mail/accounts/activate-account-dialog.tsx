"use client";
import { useTRPC } from "@/trpc/client.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";
import { ConfirmAccountDialog } from "./confirm-account-dialog.tsx";

export function ActivateAccountDialog({ domainName, ...dialog }: AccountDialogProps) {
  const trpc = useTRPC();
  const { account } = dialog;
  return (
    <ConfirmAccountDialog
      {...dialog}
      act="activate"
      mutation={trpc.mail.updateAccount.mutationOptions()}
      input={{ domainName, id: account.id, active: true }}
    />
  );
}
