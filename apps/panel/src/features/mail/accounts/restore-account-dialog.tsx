"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";
import { useAccountChanged } from "./use-account-changed.ts";

export function RestoreAccountDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useAccountChanged();
  const restore = useSubmit({
    ...trpc.mail.restoreAccount.mutationOptions(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("restoreTitle", { address: toUnicodeName(account.fullAddress) })}
      submission={restore}
      isDangerous={false}
      focus="submit"
      onConfirm={() => restore.mutate({ domainName, id: account.id })}
      submitLabel={t("restore")}
      failedTitle={t("notRestored")}
    >
      <Text size="sm">{t("restoreWords")}</Text>
    </ConfirmDialog>
  );
}
