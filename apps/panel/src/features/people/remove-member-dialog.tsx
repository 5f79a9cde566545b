"use client";
import { List, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";

export function RemoveMemberDialog(props: {
  member: Member;
  workspaceName: string;
  opened: boolean;
  onClose: () => void;
}) {
  const { member, workspaceName, opened, onClose } = props;
  const t = useTranslations("people");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useSubmit({
    ...trpc.members.remove.mutationOptions(),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries(trpc.members.pathFilter()),
        queryClient.invalidateQueries(trpc.invitations.pathFilter()),
      ]);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("removeTitle", { name: member.name || member.email })}
      submission={remove}
      onConfirm={() => remove.mutate({ id: member.id })}
      submitLabel={t("removeConfirm")}
      cancelLabel={t("keep")}
      failedTitle={t("notRemoved")}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {member.email}
      </Text>
      <List size="sm" spacing={6}>
        <List.Item>{t("removeAccess", { workspace: workspaceName })}</List.Item>
        <List.Item>{t("removeTold")}</List.Item>
        <List.Item>{t("removeKeys")}</List.Item>
        <List.Item>{t("removeInvitations")}</List.Item>
        <List.Item>{t("removeBack")}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
