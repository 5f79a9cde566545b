"use client";
import { useTranslations } from "next-intl";
import { Dialog } from "@/ui/frame/dialog.tsx";
import { BackupCodes } from "./backup-codes.tsx";

export function BackupCodesDialog(props: {
  codes: string[];
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { codes, opened, onClose, onClosed } = props;
  const t = useTranslations("security");
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExited={onClosed}
      size="lg"
      title={t("codesReadyTitle")}
      isModal
    >
      <BackupCodes codes={codes} onSaved={onClose} />
    </Dialog>
  );
}
