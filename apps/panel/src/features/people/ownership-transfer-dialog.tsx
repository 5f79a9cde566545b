"use client";
import { List, Select } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";

export function OwnershipTransferDialog(props: {
  workspaceName: string;
  others: Member[];
  opened: boolean;
  onClose: () => void;
}) {
  const { workspaceName, others, opened, onClose } = props;
  const t = useTranslations("people");
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [memberId, setMemberId] = useState<string | null>(null);
  const handOver = useSubmit({
    mutationFn: (input: { memberId: string }) => client.workspace.transferOwnership.mutate(input),
    onSuccess: async () => {
      onClose();
      // The user's own role affects every page.
      await queryClient.invalidateQueries();
    },
  });
  const chosen = others.find(({ id }) => id === memberId);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("handOverTitle", { workspace: workspaceName })}
      submission={handOver}
      isReady={memberId !== null}
      onConfirm={() => {
        if (memberId !== null) {
          handOver.mutate({ memberId });
        }
      }}
      onReset={() => setMemberId(null)}
      submitLabel={t("handOverConfirm")}
      failedTitle={t("notHandedOver")}
      typed={{
        label: t("handOverType", { workspace: workspaceName }),
        isRight: (words) => words.trim() === workspaceName.trim(),
      }}
    >
      <Select
        label={t("newOwner")}
        placeholder={t("choosePerson")}
        data={others.map(({ id, name, email }) => ({
          value: id,
          label: name ? `${name}, ${email}` : email,
        }))}
        value={memberId}
        onChange={setMemberId}
        searchable={others.length > 8}
        data-autofocus
      />
      <List size="sm" spacing={6}>
        <List.Item>
          {t("handOverGets", { name: chosen ? chosen.name || chosen.email : t("thisPerson") })}
        </List.Item>
        <List.Item>{t("handOverLoses")}</List.Item>
        <List.Item>{t("handOverBack")}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
