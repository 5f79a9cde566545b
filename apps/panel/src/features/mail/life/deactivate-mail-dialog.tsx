"use client";
import { List } from "@mantine/core";
import { type MailDomain, normalizeDomainName } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useRefreshMail } from "./use-refresh-mail.ts";

/** As long as the API keeps deactivated mail. */
const keptMs = 30 * 24 * 60 * 60_000;

export function DeactivateMailDialog(props: { mail: MailDomain; opened: boolean; onClose: () => void }) {
  const { mail, opened, onClose } = props;
  const { domainName, accountCount, expiresAt } = mail;
  const t = useTranslations("mailLife");
  const trpc = useTRPC();
  const now = useNow();
  const write = useMomentText();
  const refresh = useRefreshMail(domainName);
  const deactivate = useSubmit({
    ...trpc.mail.deactivate.mutationOptions(),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const name = toUnicodeName(domainName);
  const erased = write(new Date(now.getTime() + keptMs).toISOString(), "date");
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("deactivateTitle", { name })}
      submission={deactivate}
      onConfirm={() => deactivate.mutate({ domainName })}
      submitLabel={t("deactivate")}
      cancelLabel={t("keep")}
      failedTitle={t("notDeactivated")}
      typed={{
        label: t("typeName", { name }),
        isRight: (words) => {
          const read = normalizeDomainName(words);
          return read.ok && read.name === domainName;
        },
      }}
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("deactivateAtOnce", { count: accountCount })}</List.Item>
        <List.Item>{t("deactivateErases", { date: erased })}</List.Item>
        <List.Item>{t("deactivateTerm", { date: write(expiresAt, "date") })}</List.Item>
      </List>
    </ConfirmDialog>
  );
}
