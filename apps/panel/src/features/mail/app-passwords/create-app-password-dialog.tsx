"use client";
import { TextInput } from "@mantine/core";
import { mailAppPasswordInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { AccountCreated } from "../accounts/account-created.tsx";
import type { AccountDialogProps } from "../accounts/account-dialog-props.ts";
import { useMailChanged } from "../use-mail-changed.ts";

export function CreateAppPasswordDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const form = useForm({ initial: { label: "" }, schema: mailAppPasswordInput });
  const create = useSubmit({
    ...trpc.mail.createAppPassword.mutationOptions(),
    form,
    onSuccess: changed,
  });
  const { fullAddress } = account;
  const made = create.data ? { fullAddress, passwordOnce: create.data.passwordOnce } : undefined;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={made ? t("appPasswordCreated") : t("addAppPassword")}
      form={form}
      submission={create}
      onSubmit={form.submit((input) => create.mutate({ domainName, id: account.id, ...input }))}
      submitLabel={t("createAppPassword")}
      failedTitle={t("appPasswordNotCreated")}
      isResultSecret
      result={made ? <AccountCreated account={made} onClose={onClose} /> : null}
    >
      <TextInput
        label={t("label")}
        description={t("labelHint")}
        autoComplete="off"
        data-autofocus
        {...form.text("label")}
      />
    </FormDialog>
  );
}
