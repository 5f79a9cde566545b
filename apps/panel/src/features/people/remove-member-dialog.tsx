"use client";
import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";

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
  const remove = useMutation({
    ...trpc.members.remove.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.members.pathFilter());
      onClose();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("removeTitle", { name: member.name || member.email })}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => remove.reset()}
    >
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {member.email}
        </Text>
        <List size="sm" spacing={6}>
          <List.Item>{t("removeAccess", { workspace: workspaceName })}</List.Item>
          <List.Item>{t("removeTold")}</List.Item>
          <List.Item>{t("removeKeys")}</List.Item>
          <List.Item>{t("removeBack")}</List.Item>
        </List>
        {remove.error ? <Failure error={remove.error} title={t("notRemoved")} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("keep")}
          </Button>
          <Button color="red.8" loading={remove.isPending} onClick={() => remove.mutate({ id: member.id })}>
            {t("removeConfirm")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
