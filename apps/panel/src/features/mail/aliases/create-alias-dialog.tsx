"use client";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { mailAliasInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { AliasTargetsField } from "./alias-targets-field.tsx";
import { namingAddresses, splitAddresses } from "./parse-addresses.ts";

export function CreateAliasDialog(props: { domainName: string; opened: boolean; onClose: () => void }) {
  const { domainName, opened, onClose } = props;
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { fromAddress: "", toAddresses: "" },
    schema: namingAddresses(mailAliasInput),
    // The part before the @ is enough; this domain is added.
    toInput: ({ fromAddress, toAddresses }) => ({
      fromAddress:
        fromAddress.trim() === "" || fromAddress.includes("@")
          ? fromAddress
          : `${fromAddress.trim()}@${domainName}`,
      toAddresses: splitAddresses(toAddresses),
    }),
  });
  const create = useSubmit({
    ...trpc.mail.createAlias.mutationOptions(),
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
      title={t("addAlias")}
      form={form}
      submission={create}
      onSubmit={form.submit((input) => create.mutate({ domainName, ...input }))}
      submitLabel={t("createAlias")}
      failedTitle={t("aliasNotCreated")}
    >
      <TextInput
        label={t("from")}
        description={t("fromHint", { domain: toUnicodeName(domainName) })}
        placeholder={`sales@${toUnicodeName(domainName)}`}
        autoComplete="off"
        data-autofocus
        {...form.text("fromAddress")}
      />
      <AliasTargetsField {...form.text("toAddresses")} />
    </FormDialog>
  );
}
