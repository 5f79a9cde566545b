"use client";
import { List } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { autoRenewingDomainsPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { useCardName } from "./card-name.tsx";

export function RemoveCardDialog(props: {
  card: PaymentMethod;
  /** Becomes the default if `card` is the default; undefined if there is no other card. */
  next: PaymentMethod | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  const { card, next, opened, onClose } = props;
  const t = useTranslations("payments");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const name = useCardName();
  const remove = useSubmit({
    mutationFn: (id: string) => client.payments.methods.delete.mutate({ id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.payments.methods.list.queryFilter());
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("removeTitle", { card: name(card) })}
      submission={remove}
      onConfirm={() => remove.mutate(card.id)}
      submitLabel={t("removeConfirm")}
      cancelLabel={t("keep")}
      failedTitle={t("notRemoved")}
      failure={
        remove.failure?.code === "last_payment_method" ? (
          <ProblemAlert
            title={t("notRemoved")}
            detail={remove.failure.detail}
            actions={[{ href: autoRenewingDomainsPath, label: t("showAutoRenewing") }]}
          />
        ) : undefined
      }
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("removeStops")}</List.Item>
        {next === undefined ? (
          <List.Item>{t("removeLast")}</List.Item>
        ) : card.isDefault ? (
          <List.Item>{t("removeDefault", { card: name(next) })}</List.Item>
        ) : null}
        <List.Item>{t("removeBack")}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
