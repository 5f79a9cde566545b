"use client";
import { Checkbox, Stack, TextInput } from "@mantine/core";
import { type MailAccount, type MailAccountPatch, mailAccountPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { useMailChanged } from "../use-mail-changed.ts";
import type { AccountDialogProps } from "./account-dialog-props.ts";

const valuesOf = (account: MailAccount) => ({
  displayName: account.displayName,
  quotaMegabytes: account.quotaMegabytes === null ? "" : String(account.quotaMegabytes),
  maySend: account.maySend,
  mayReceive: account.mayReceive,
  forwardTo: toUnicodeName(account.forwardTo?.address ?? ""),
  keepCopy: account.keepCopy,
});

type Values = ReturnType<typeof valuesOf>;

const inputOf = ({ quotaMegabytes, forwardTo, ...values }: Values) => ({
  ...values,
  quotaMegabytes: quotaMegabytes.trim() === "" ? null : Number(quotaMegabytes),
  forwardTo: forwardTo.trim() === "" ? null : forwardTo,
});

/** Only what was changed, so that a change that another person made meanwhile stays. */
function changesOf(input: MailAccountPatch, initial: MailAccountPatch): MailAccountPatch {
  const fields = Object.keys(input) as (keyof MailAccountPatch)[];
  return Object.fromEntries(
    fields.filter((field) => input[field] !== initial[field]).map((field) => [field, input[field]]),
  );
}

export function EditAccountDialog({ domainName, account, opened, onClose }: AccountDialogProps) {
  const t = useTranslations("mailAccount");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const initial = valuesOf(account);
  const form = useForm({ initial, schema: mailAccountPatch, toInput: inputOf });
  const update = useSubmit({
    ...trpc.mail.updateAccount.mutationOptions(),
    form,
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  const save = (input: MailAccountPatch) => {
    const changes = changesOf(input, inputOf(initial));
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    update.mutate({ domainName, id: account.id, ...changes });
  };
  const box = (field: "maySend" | "mayReceive" | "keepCopy") => ({
    label: t(field),
    description: t(`${field}Hint`),
    checked: form.values[field],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      form.set(field, event.currentTarget.checked),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("editTitle", { address: toUnicodeName(account.fullAddress) })}
      form={form}
      submission={update}
      onSubmit={form.submit(save)}
      submitLabel={t("save")}
      failedTitle={t("notSaved")}
    >
      <TextInput
        label={t("displayName")}
        description={t("addressFixed")}
        autoComplete="off"
        {...form.text("displayName")}
      />
      <TextInput
        label={t("quotaMegabytes")}
        description={t("quotaHint")}
        inputMode="numeric"
        autoComplete="off"
        {...form.text("quotaMegabytes")}
      />
      <Stack gap="xs">
        <Checkbox {...box("maySend")} />
        <Checkbox {...box("mayReceive")} />
      </Stack>
      <TextInput
        label={t("forwardTo")}
        description={t("forwardToHint")}
        type="email"
        autoComplete="off"
        {...form.text("forwardTo")}
      />
      {form.values.forwardTo.trim() === "" ? null : <Checkbox {...box("keepCopy")} />}
    </FormDialog>
  );
}
