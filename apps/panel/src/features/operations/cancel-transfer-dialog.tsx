"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";

export function CancelTransferDialog(props: { id: string; opened: boolean; onClose: () => void }) {
  const { id, opened, onClose } = props;
  const t = useTranslations("operations");
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const cancel = useSubmit({
    mutationFn: () => client.domains.operations.cancel.mutate({ id }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
    onError: () => void refresh(),
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("cancelTitle")}
      submission={cancel}
      onConfirm={() => cancel.mutate()}
      submitLabel={t("cancelConfirm")}
      cancelLabel={t("goOn")}
      failedTitle={t("notCancelled")}
    >
      <Text size="sm">{t("cancelWords")}</Text>
    </ConfirmDialog>
  );
}
