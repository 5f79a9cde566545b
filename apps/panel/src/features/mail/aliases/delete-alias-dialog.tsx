"use client";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { MailAlias } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";

export function DeleteAliasDialog(props: {
  domainName: string;
  alias: MailAlias;
  opened: boolean;
  onClose: () => void;
}) {
  const { domainName, alias, opened, onClose } = props;
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useSubmit({
    ...trpc.mail.deleteAlias.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.mail.aliases.queryFilter({ domainName }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("deleteAliasTitle", { address: toUnicodeName(alias.fromAddress) })}
      submission={remove}
      onConfirm={() => remove.mutate({ domainName, id: alias.id })}
      submitLabel={t("deleteAlias")}
      cancelLabel={t("keepAlias")}
      failedTitle={t("aliasNotDeleted")}
    >
      <Text size="sm">
        {t(alias.fromAddress.startsWith("*@") ? "deleteCatchAllWords" : "deleteAliasWords")}
      </Text>
    </ConfirmDialog>
  );
}
