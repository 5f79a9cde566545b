"use client";
import { List } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

export function LeaveWorkspaceDialog(props: {
  workspace: { id: string; name: string };
  opened: boolean;
  onClose: () => void;
}) {
  const { workspace, opened, onClose } = props;
  const t = useTranslations("workspace");
  const trpc = useTRPC();
  const leave = useSubmit({
    ...trpc.me.leaveWorkspace.mutationOptions(),
    // A full load, so that no data of the workspace stays in memory.
    onSuccess: () => window.location.assign("/domains"),
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("leaveTitle", { name: workspace.name })}
      submission={{ ...leave, isPending: leave.isPending || leave.isSuccess }}
      onConfirm={() => leave.mutate({ id: workspace.id })}
      submitLabel={t("leaveConfirm")}
      cancelLabel={t("stay")}
      failedTitle={t("notLeft")}
      failure={
        leave.failure?.code === "last_owner" ? (
          <ProblemAlert title={t("lastOwnerTitle")} detail={t("lastOwner")} />
        ) : undefined
      }
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("leaveAccess")}</List.Item>
        <List.Item>{t("leaveAccount")}</List.Item>
        <List.Item>{t("leaveInvitations")}</List.Item>
        <List.Item>{t("leaveBack")}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
