"use client";
import { List, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";

/** Requires the host's name, since deleting can't be undone. */
export function DeleteEndpointDialog(props: {
  endpoint: WebhookEndpoint;
  opened: boolean;
  onClose: () => void;
}) {
  const { endpoint, opened, onClose } = props;
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const host = URL.canParse(endpoint.url) ? new URL(endpoint.url).host : endpoint.url;
  const remove = useSubmit({
    ...trpc.webhooks.delete.mutationOptions(),
    onSuccess: async () => {
      router.push("/webhooks");
      await queryClient.invalidateQueries(trpc.webhooks.list.queryFilter());
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("deleteTitle")}
      submission={remove}
      onConfirm={() => remove.mutate({ id: endpoint.id })}
      submitLabel={t("deleteConfirm")}
      cancelLabel={t("keep")}
      failedTitle={t("notDeleted")}
      typed={{ label: t("deleteType", { host }), isRight: (words) => words.trim() === host }}
    >
      <Text size="sm">
        <AddressText isClamped>{endpoint.url}</AddressText>
      </Text>
      <List size="sm" spacing={6}>
        <List.Item>{t("deleteStops")}</List.Item>
        <List.Item>{t("deleteLog")}</List.Item>
        <List.Item>{t("deleteSecret")}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
