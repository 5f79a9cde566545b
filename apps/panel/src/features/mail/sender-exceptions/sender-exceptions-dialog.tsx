"use client";
import { Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type MailSenderException, mailSenderExceptionsInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { readExceptionLines, writeExceptionLines } from "./exception-lines.ts";

export function SenderExceptionsDialog(props: {
  domainName: string;
  exceptions: MailSenderException[];
  opened: boolean;
  onClose: () => void;
}) {
  const { domainName, exceptions, opened, onClose } = props;
  const t = useTranslations("senderExceptions");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { exceptions: writeExceptionLines(exceptions) },
    schema: mailSenderExceptionsInput,
    toInput: (values) => ({ exceptions: readExceptionLines(values.exceptions) }),
  });
  const replace = useSubmit({
    ...trpc.mail.replaceSenderExceptions.mutationOptions(),
    form,
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.mail.senderExceptions.queryFilter({ domainName }));
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("changeTitle")}
      form={form}
      submission={replace}
      onSubmit={form.submit((input) => replace.mutate({ domainName, ...input }))}
      submitLabel={t("save")}
      failedTitle={t("notSaved")}
    >
      <Text size="sm">{t("dialogWords", { name: toUnicodeName(domainName) })}</Text>
      <Textarea
        label={t("networks")}
        description={t("networksHint")}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        data-autofocus
        {...form.text("exceptions")}
      />
    </FormDialog>
  );
}
