"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";
import { useAccountChanged } from "./use-account-changed.ts";

export function DeleteAccountDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useAccountChanged();
  const remove = useSubmit({
    ...trpc.mail.deleteAccount.mutationOptions(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("deleteTitle", { address: toUnicodeName(account.fullAddress) })}
      submission={remove}
      onConfirm={() => remove.mutate({ domainName, id: account.id })}
      submitLabel={t("delete")}
      failedTitle={t("notDeleted")}
    >
      <Text size="sm">{t("deleteWords")}</Text>
    </ConfirmDialog>
  );
}
