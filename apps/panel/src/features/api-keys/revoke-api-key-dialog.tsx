"use client";
import { List } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

/** Requires the key's name, since revoking can't be undone. */
export function RevokeApiKeyDialog(props: { apiKey: ApiKey; opened: boolean; onClose: () => void }) {
  const { apiKey, opened, onClose } = props;
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useSubmit({
    ...trpc.apiKeys.revoke.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("revokeTitle")}
      submission={revoke}
      onConfirm={() => revoke.mutate({ id: apiKey.id })}
      submitLabel={t("revokeConfirm")}
      cancelLabel={t("keep")}
      failedTitle={t("notRevoked")}
      typed={{
        label: t("revokeType", { name: apiKey.name }),
        isRight: (words) => words.trim() === apiKey.name,
      }}
    >
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
    </ConfirmDialog>
  );
}
