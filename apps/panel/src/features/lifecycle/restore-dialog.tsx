"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Domain } from "@/features/domains/domain.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { PricedDialog } from "./priced-dialog.tsx";

export function RestoreDialog(props: { domain: Domain; opened: boolean; onClose: () => void }) {
  const { domain, opened, onClose } = props;
  const t = useTranslations("domainActs");
  const client = useTRPCClient();
  return (
    <PricedDialog
      opened={opened}
      onClose={onClose}
      title={t("restoreTitle", { name: domain.unicodeName })}
      kind="restore"
      input={{ name: domain.name }}
      preview={(input) => client.domains.previewRestore.mutate(input)}
      buy={(input) => client.orders.restoreDomain.mutate(input)}
      lineOf={(input) => ({ ...input, kind: "restore" })}
      failedTitle={t("notRestored")}
    >
      <Text size="sm">{t("restoreWords")}</Text>
    </PricedDialog>
  );
}
