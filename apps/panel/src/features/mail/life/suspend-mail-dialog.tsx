"use client";
import { List } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useRefreshMail } from "./use-refresh-mail.ts";

export function SuspendMailDialog(props: { domainName: string; opened: boolean; onClose: () => void }) {
  const { domainName, opened, onClose } = props;
  const t = useTranslations("mailLife");
  const trpc = useTRPC();
  const refresh = useRefreshMail(domainName);
  const suspend = useSubmit({
    ...trpc.orders.updateMail.mutationOptions(),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("suspendTitle", { name: toUnicodeName(domainName) })}
      submission={suspend}
      onConfirm={() => suspend.mutate({ domainName, suspended: true })}
      submitLabel={t("suspend")}
      failedTitle={t("notSuspended")}
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("suspendSignIn")}</List.Item>
        <List.Item>{t("suspendIncoming")}</List.Item>
        <List.Item>{t("suspendKept")}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
