"use client";
import { List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { normalizeDomainName, type TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { Domain } from "@/features/domains/domain.ts";
import { useLeaveWhereGone } from "@/features/domains/use-leave-where-gone.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { assertDone } from "./assert-done.ts";

/** Deletes a domain: explains the consequences and requires its name. */
export function DeleteDialog(props: {
  domain: Domain;
  offer: TldOffer | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  const { domain, offer, opened, onClose } = props;
  const { name, unicodeName } = domain;
  const t = useTranslations("domainActs");
  const client = useTRPCClient();
  const leave = useLeaveWhereGone(name);
  const refresh = useRefreshDomains();

  // Without step-up, so that confirmation is only required once the user deletes.
  const preview = useQuery({
    queryKey: ["domains", "preview", "deletion", name],
    queryFn: () => client.domains.previewDeletion.mutate({ name, confirmName: name }),
    enabled: opened,
    staleTime: 0,
    retry: false,
  });
  const remove = useSubmit({
    mutationFn: async () => assertDone(await client.domains.delete.mutate({ name, confirmName: name })),
    onSuccess: async () => {
      if (await leave()) {
        return;
      }
      await refresh();
      onClose();
    },
  });
  const isReleasedImmediately = preview.data?.warnings.find(({ code }) => code === "free_at_once");
  const mailErased = preview.data?.warnings.find(({ code }) => code === "mail_erased");
  const refused = preview.data?.problems ?? [];
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("deleteTitle", { name: unicodeName })}
      submission={remove}
      onConfirm={() => remove.mutate()}
      submitLabel={t("deleteConfirm")}
      cancelLabel={t("keep")}
      failedTitle={t("notDeleted")}
      typed={{
        label: t("typeName", { name: unicodeName }),
        isRight: (words) => {
          const read = normalizeDomainName(words);
          return read.ok && read.name === name;
        },
      }}
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("deleteStops")}</List.Item>
        <List.Item>
          {isReleasedImmediately?.message ??
            t("deleteRestorable", {
              days: offer?.redemptionDays ?? 0,
              hasRedemption: String((offer?.redemptionDays ?? 0) > 0),
            })}
        </List.Item>
        {mailErased ? <List.Item>{mailErased.message}</List.Item> : null}
        {refused.map((problem) => (
          <List.Item key={problem.code}>{problem.message}</List.Item>
        ))}
      </List>
    </ConfirmDialog>
  );
}
