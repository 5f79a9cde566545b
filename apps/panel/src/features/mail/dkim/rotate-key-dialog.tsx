"use client";
import { List, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMailChanged } from "../use-mail-changed.ts";

type RotateKeyDialogProps = { domainName: string; opened: boolean; onClose: () => void };

/** Explains what a rotation needs from the person before it starts. */
export function RotateKeyDialog({ domainName, opened, onClose }: RotateKeyDialogProps) {
  const t = useTranslations("dkim");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const rotate = useSubmit({
    ...trpc.mail.rotateDkimKey.mutationOptions(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("rotateTitle", { name: toUnicodeName(domainName) })}
      submission={rotate}
      onConfirm={() => rotate.mutate({ domainName })}
      submitLabel={t("rotateConfirm")}
      failedTitle={t("notRotated")}
      isDangerous={false}
      focus="submit"
    >
      <Text size="sm">{t("rotateWords")}</Text>
      <List type="ordered" size="sm" spacing={6}>
        <List.Item>{t("rotateStep1")}</List.Item>
        <List.Item>{t("rotateStep2")}</List.Item>
        <List.Item>{t("rotateStep3")}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
