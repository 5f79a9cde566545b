"use client";
import { Button, Group, List, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

/** Gives up one's own seat. */
export function LeaveWorkspaceDialog(props: {
  workspace: { id: string; name: string };
  opened: boolean;
  onClose: () => void;
}) {
  const { workspace, opened, onClose } = props;
  const t = useTranslations("workspace");
  const trpc = useTRPC();
  const leave = useMutation({
    ...trpc.me.leaveWorkspace.mutationOptions(),
    // A full load: nothing of the workspace stays in memory.
    onSuccess: () => window.location.assign("/domains"),
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("leaveTitle", { name: workspace.name })}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => leave.reset()}
    >
      <Stack gap="md">
        <List size="sm" spacing={6}>
          <List.Item>{t("leaveAccess")}</List.Item>
          <List.Item>{t("leaveAccount")}</List.Item>
          <List.Item>{t("leaveBack")}</List.Item>
        </List>
        {leave.error ? (
          problemOf(leave.error).code === "last_owner" ? (
            <ProblemAlert title={t("lastOwnerTitle")} detail={t("lastOwner")} />
          ) : (
            <Failure error={leave.error} title={t("notLeft")} />
          )
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("stay")}
          </Button>
          <Button
            color="red.8"
            loading={leave.isPending || leave.isSuccess}
            onClick={() => leave.mutate({ id: workspace.id })}
          >
            {t("leaveConfirm")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
