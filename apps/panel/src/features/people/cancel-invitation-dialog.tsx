"use client";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Invitation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";

export function CancelInvitationDialog(props: {
  invitation: Invitation;
  opened: boolean;
  onClose: () => void;
}) {
  const { invitation, opened, onClose } = props;
  const t = useTranslations("people");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cancel = useSubmit({
    ...trpc.invitations.cancel.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.invitations.pathFilter());
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("cancelTitle")}
      submission={cancel}
      onConfirm={() => cancel.mutate({ id: invitation.id })}
      submitLabel={t("cancelConfirm")}
      cancelLabel={t("keepOpen")}
      failedTitle={t("notCancelled")}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {t("cancelWords", { email: invitation.email })}
      </Text>
    </ConfirmDialog>
  );
}
