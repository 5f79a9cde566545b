"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMailChanged } from "../use-mail-changed.ts";

type CancelRotationDialogProps = { domainName: string; opened: boolean; onClose: () => void };

export function CancelRotationDialog({ domainName, opened, onClose }: CancelRotationDialogProps) {
  const t = useTranslations("dkim");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const cancel = useSubmit({
    ...trpc.mail.cancelDkimRotation.mutationOptions(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("cancelTitle", { name: toUnicodeName(domainName) })}
      submission={cancel}
      onConfirm={() => cancel.mutate({ domainName })}
      submitLabel={t("cancel")}
      cancelLabel={t("keepRotation")}
      failedTitle={t("notCanceled")}
    >
      <Text size="sm">{t("cancelWords")}</Text>
    </ConfirmDialog>
  );
}
