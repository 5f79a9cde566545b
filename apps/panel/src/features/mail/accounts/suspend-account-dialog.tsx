"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";
import { useAccountChanged } from "./use-account-changed.ts";

export function SuspendAccountDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useAccountChanged();
  const suspend = useSubmit({
    ...trpc.mail.updateAccount.mutationOptions(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("suspendTitle", { address: toUnicodeName(account.fullAddress) })}
      submission={suspend}
      onConfirm={() => suspend.mutate({ domainName, id: account.id, active: false })}
      submitLabel={t("suspend")}
      failedTitle={t("notSaved")}
    >
      <Text size="sm">{t("suspendWords")}</Text>
    </ConfirmDialog>
  );
}
