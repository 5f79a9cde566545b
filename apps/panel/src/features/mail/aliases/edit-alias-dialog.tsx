"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type MailAlias, mailAliasPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { AliasTargetsField } from "./alias-targets-field.tsx";
import { namingAddresses, splitAddresses } from "./parse-addresses.ts";

export function EditAliasDialog(props: {
  domainName: string;
  alias: MailAlias;
  opened: boolean;
  onClose: () => void;
}) {
  const { domainName, alias, opened, onClose } = props;
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { toAddresses: alias.toAddresses.map(({ address }) => toUnicodeName(address)).join("\n") },
    schema: namingAddresses(mailAliasPatch),
    toInput: ({ toAddresses }) => ({ toAddresses: splitAddresses(toAddresses) }),
  });
  const update = useSubmit({
    ...trpc.mail.updateAlias.mutationOptions(),
    form,
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.mail.aliases.queryFilter({ domainName }));
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("editAliasTitle", { address: toUnicodeName(alias.fromAddress) })}
      form={form}
      submission={update}
      onSubmit={form.submit((input) => update.mutate({ domainName, id: alias.id, ...input }))}
      submitLabel={t("saveAlias")}
      failedTitle={t("aliasNotChanged")}
    >
      <AliasTargetsField data-autofocus {...form.text("toAddresses")} />
    </FormDialog>
  );
}
