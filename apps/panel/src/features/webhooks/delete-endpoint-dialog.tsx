"use client";
import { Button, Group, List, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";

/** Cannot be undone, so the host's name is asked for. */
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
  const [typed, setTyped] = useState("");
  const host = URL.canParse(endpoint.url) ? new URL(endpoint.url).host : endpoint.url;
  const remove = useMutation({
    ...trpc.webhooks.delete.mutationOptions(),
    onSuccess: async () => {
      router.push("/webhooks");
      await queryClient.invalidateQueries(trpc.webhooks.list.queryFilter());
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("deleteTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        setTyped("");
        remove.reset();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === host) {
            remove.mutate({ id: endpoint.id });
          }
        }}
      >
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {endpoint.url}
          </Text>
          <List size="sm" spacing={6}>
            <List.Item>{t("deleteStops")}</List.Item>
            <List.Item>{t("deleteLog")}</List.Item>
            <List.Item>{t("deleteSecret")}</List.Item>
          </List>
          <TextInput
            label={t("deleteType", { host })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          {remove.error ? <Failure error={remove.error} title={t("notDeleted")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" color="red.8" disabled={typed.trim() !== host} loading={remove.isPending}>
              {t("deleteConfirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
