"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { type SubmitOptions, useSubmit } from "@/lib/use-submit.ts";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMailChanged } from "../use-mail-changed.ts";
import type { AccountDialogProps } from "./account-dialog-props.ts";

const failedTitles = {
  suspend: "notSaved",
  activate: "notSaved",
  delete: "notDeleted",
  restore: "notRestored",
} as const;

type ConfirmAccountDialogProps<Data, Reason, Input, Context> = Omit<AccountDialogProps, "domainName"> & {
  /** Its texts are named after it. */
  act: keyof typeof failedTitles;
  mutation: SubmitOptions<Data, Reason, Input, Context>;
  input: Input;
};

/** Explains what happens to an account before it does. */
export function ConfirmAccountDialog<Data, Reason, Input, Context>(
  props: ConfirmAccountDialogProps<Data, Reason, Input, Context>,
) {
  const { act, mutation, input, account, opened, onClose } = props;
  const t = useTranslations("mailAccount");
  const changed = useMailChanged();
  const submission = useSubmit({
    ...mutation,
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  const isDangerous = act === "suspend" || act === "delete";
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`${act}Title`, { address: toUnicodeName(account.fullAddress) })}
      submission={submission}
      isDangerous={isDangerous}
      focus={isDangerous ? "cancel" : "submit"}
      onConfirm={() => submission.mutate(input)}
      submitLabel={t(act)}
      failedTitle={t(failedTitles[act])}
    >
      <Text size="sm">{t(`${act}Words`)}</Text>
    </ConfirmDialog>
  );
}
