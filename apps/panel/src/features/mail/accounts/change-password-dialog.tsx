"use client";
import { Checkbox } from "@mantine/core";
import { mailPasswordInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PasswordFields } from "../password-fields.tsx";
import { useMailChanged } from "../use-mail-changed.ts";
import { AccountCreated } from "./account-created.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";

/** Sets a new password. A generated one is shown once, with the settings for a mail program. */
export function ChangePasswordDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const form = useForm({
    initial: { passwordWay: "made", password: "", revokeAppPasswords: false },
    schema: mailPasswordInput,
    toInput: ({ passwordWay, password, ...values }) =>
      passwordWay === "own" ? { ...values, password } : values,
  });
  const change = useSubmit({
    ...trpc.mail.changeAccountPassword.mutationOptions(),
    form,
    onSuccess: async (answer) => {
      await changed();
      if (answer.passwordOnce === undefined) {
        onClose();
      }
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("passwordTitle", { address: toUnicodeName(account.fullAddress) })}
      form={form}
      submission={change}
      onSubmit={form.submit((input) => change.mutate({ domainName, id: account.id, ...input }))}
      submitLabel={t("changePassword")}
      failedTitle={t("passwordNotChanged")}
      isResultSecret
      result={change.data?.passwordOnce ? <AccountCreated account={change.data} onClose={onClose} /> : null}
    >
      <PasswordFields
        label={t("newPassword")}
        description={t("newPasswordHint")}
        way={form.values.passwordWay}
        onChangeWay={(way) => form.set("passwordWay", way)}
        field={form.text("password")}
      />
      <Checkbox
        label={t("revokeAll")}
        description={t("revokeAllHint")}
        checked={form.values.revokeAppPasswords}
        onChange={(event) => form.set("revokeAppPasswords", event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
