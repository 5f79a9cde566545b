"use client";
import { Button, Text, TextInput } from "@mantine/core";
import { type MailAccountCreated, mailAccountInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PasswordFields } from "../password-fields.tsx";
import { useMailChanged } from "../use-mail-changed.ts";
import { AccountCreated, PasswordOnce } from "./account-created.tsx";

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
  // Their passwords stay on show until the dialog is closed.
  const [earlier, setEarlier] = useState<MailAccountCreated[]>([]);
  const [isAnotherWanted, setIsAnotherWanted] = useState(false);
  const { data: added } = create;
  const addAnother = () => {
    if (added) {
      setEarlier([...earlier, added]);
    }
    setIsAnotherWanted(false);
    create.reset();
    form.reset();
    form.formRef.current?.querySelector("input")?.focus();
  };
  const goOn = useEffectEvent(addAnother);
  const isGoingOn = added !== undefined && isAnotherWanted;
  useEffect(() => {
    if (isGoingOn) {
      goOn();
    }
  }, [isGoingOn]);
  const send = (wantsAnother: boolean) =>
    form.submit((input) => {
      setIsAnotherWanted(wantsAnother);
      create.mutate({ domainName, ...input });
    });
  const passwords = earlier.map((account) => <PasswordOnce key={account.id} account={account} />);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={added && !isGoingOn ? t("accountCreated") : t("addAccount")}
      form={form}
      submission={create}
      onSubmit={send(false)}
      onReset={() => setEarlier([])}
      submitLabel={t("createAccount")}
      cancelLabel={earlier.length > 0 ? t("done") : undefined}
      otherSubmit={
        <Button variant="default" disabled={create.isPending} onClick={send(true)}>
          {t("saveAndAddAnother")}
        </Button>
      }
      failedTitle={t("notCreated")}
      isResultSecret
      hasSecret={earlier.length > 0}
      result={
        added && !isGoingOn ? (
          <AccountCreated earlier={passwords} account={added} onClose={onClose} onAddAnother={addAnother} />
        ) : null
      }
    >
      {passwords}
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
