"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import type { AccountDialogProps } from "../accounts/account-dialog-props.ts";
import { useMailChanged } from "../use-mail-changed.ts";

export function EndConnectionsDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailConnections");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const end = useSubmit({
    ...trpc.mail.endConnections.mutationOptions(),
    isRepeatable: true,
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("endTitle")}
      submission={end}
      onConfirm={() => end.mutate({ domainName, id: account.id })}
      submitLabel={t("endAll")}
      failedTitle={t("notEnded")}
    >
      <Text size="sm">{t("endWords")}</Text>
    </ConfirmDialog>
  );
}
