"use client";
import { Text, TextInput } from "@mantine/core";
import { mailAccountInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PasswordFields } from "../password-fields.tsx";
import { useMailChanged } from "../use-mail-changed.ts";
import { AccountCreated } from "./account-created.tsx";

export function CreateAccountDialog(props: { domainName: string; opened: boolean; onClose: () => void }) {
  const { domainName, opened, onClose } = props;
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const form = useForm({
    initial: { localPart: "", displayName: "", passwordWay: "made", password: "" },
    schema: mailAccountInput,
    toInput: ({ passwordWay, password, ...values }) =>
      passwordWay === "own" ? { ...values, password } : values,
  });
  const create = useSubmit({
    ...trpc.mail.createAccount.mutationOptions(),
    form,
    onSuccess: useMailChanged(),
  });
  const addAnother = () => {
    create.reset();
    form.reset();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={create.data ? t("accountCreated") : t("addAccount")}
      form={form}
      submission={create}
      onSubmit={form.submit((input) => create.mutate({ domainName, ...input }))}
      submitLabel={t("createAccount")}
      failedTitle={t("notCreated")}
      isResultSecret
      result={
        create.data ? (
          <AccountCreated account={create.data} onClose={onClose} onAddAnother={addAnother} />
        ) : null
      }
    >
      <TextInput
        label={t("localPart")}
        description={t("localPartHint")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        rightSection={
          <Text size="sm" c="dimmed" truncate px={8}>
            @{toUnicodeName(domainName)}
          </Text>
        }
        rightSectionWidth="min(60%, 260px)"
        rightSectionPointerEvents="none"
        styles={{ section: { justifyContent: "flex-end" } }}
        data-autofocus
        autoFocus
        {...form.text("localPart")}
      />
      <TextInput
        label={t("displayName")}
        description={t("displayNameHint")}
        autoComplete="off"
        {...form.text("displayName")}
      />
      <PasswordFields
        label={t("password")}
        way={form.values.passwordWay}
        onChangeWay={(way) => form.set("passwordWay", way)}
        field={form.text("password")}
      />
    </FormDialog>
  );
}
