"use client";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";

type EndRotationDialogProps = { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void };

/** Refreshes the endpoint also after a failure: the rotation may have ended meanwhile. */
function useEnded(onClose: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  return {
    onSuccess: async () => {
      await refresh();
      onClose();
    },
    onError: () => void refresh(),
  };
}

export function SwitchSecretDialog({ endpoint, opened, onClose }: EndRotationDialogProps) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const submit = useSubmit({ ...trpc.webhooks.switchSecret.mutationOptions(), ...useEnded(onClose) });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("switchTitle")}
      submission={submit}
      onConfirm={() => submit.mutate({ id: endpoint.id })}
      submitLabel={t("switchConfirm")}
      failedTitle={t("notSwitched")}
      isDangerous={false}
    >
      <Text size="sm">{t("switchWords")}</Text>
    </ConfirmDialog>
  );
}

export function CancelSecretRotationDialog({ endpoint, opened, onClose }: EndRotationDialogProps) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const cancel = useSubmit({ ...trpc.webhooks.cancelRotation.mutationOptions(), ...useEnded(onClose) });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("cancelRotationTitle")}
      submission={cancel}
      onConfirm={() => cancel.mutate({ id: endpoint.id })}
      submitLabel={t("cancelRotation")}
      cancelLabel={t("keepRotation")}
      failedTitle={t("rotationNotCanceled")}
    >
      <Text size="sm">{t("cancelRotationWords")}</Text>
    </ConfirmDialog>
  );
}
