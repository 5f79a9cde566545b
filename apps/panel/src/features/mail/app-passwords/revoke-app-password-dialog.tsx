"use client";
import { Text } from "@mantine/core";
import type { MailAppPassword } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import type { AccountDialogProps } from "../accounts/account-dialog-props.ts";
import { useMailChanged } from "../use-mail-changed.ts";

type RevokeAppPasswordDialogProps = AccountDialogProps & { appPassword: MailAppPassword };

export function RevokeAppPasswordDialog(props: RevokeAppPasswordDialogProps) {
  const { domainName, account, appPassword, opened, onClose } = props;
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const revoke = useSubmit({
    ...trpc.mail.revokeAppPassword.mutationOptions(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("revokeTitle", { label: appPassword.label })}
      submission={revoke}
      onConfirm={() => revoke.mutate({ domainName, id: account.id, appPasswordId: appPassword.id })}
      submitLabel={t("revoke")}
      failedTitle={t("notRevoked")}
    >
      <Text size="sm">{t("revokeWords")}</Text>
    </ConfirmDialog>
  );
}
