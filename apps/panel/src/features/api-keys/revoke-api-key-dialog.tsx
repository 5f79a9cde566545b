"use client";
import { Button, Group, List, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

/** Cannot be undone, so the key's name is asked for. */
export function RevokeApiKeyDialog(props: { apiKey: ApiKey; opened: boolean; onClose: () => void }) {
  const { apiKey, opened, onClose } = props;
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const revoke = useMutation({
    ...trpc.apiKeys.revoke.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
      onClose();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("revokeTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        setTyped("");
        revoke.reset();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === apiKey.name) {
            revoke.mutate({ id: apiKey.id });
          }
        }}
      >
        <Stack gap="md">
          <List size="sm" spacing={6}>
            <List.Item>{t("revokeStops")}</List.Item>
            <List.Item>
              {apiKey.lastUsedAt
                ? t.rich("revokeUsed", {
                    when: () => <RelativeMoment at={apiKey.lastUsedAt ?? apiKey.createdAt} />,
                  })
                : t("revokeUnused")}
            </List.Item>
            <List.Item>{t("revokeForGood")}</List.Item>
          </List>
          <TextInput
            label={t("revokeType", { name: apiKey.name })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          {revoke.error ? <Failure error={revoke.error} title={t("notRevoked")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("keep")}
            </Button>
            <Button
              type="submit"
              color="red.8"
              disabled={typed.trim() !== apiKey.name}
              loading={revoke.isPending}
            >
              {t("revokeConfirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
