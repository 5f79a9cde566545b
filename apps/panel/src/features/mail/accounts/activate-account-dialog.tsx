"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";
import { useAccountChanged } from "./use-account-changed.ts";

export function ActivateAccountDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useAccountChanged();
  const activate = useSubmit({
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
      title={t("activateTitle", { address: toUnicodeName(account.fullAddress) })}
      submission={activate}
      isDangerous={false}
      focus="submit"
      onConfirm={() => activate.mutate({ domainName, id: account.id, active: true })}
      submitLabel={t("activate")}
      failedTitle={t("notSaved")}
    >
      <Text size="sm">{t("activateWords")}</Text>
    </ConfirmDialog>
  );
}
