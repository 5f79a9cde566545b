"use client";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { emailChangeInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";

/** The address only changes once the link sent to the new one is opened. */
export function ChangeEmailDialog(props: { current: string; opened: boolean; onClose: () => void }) {
  const { current, opened, onClose } = props;
  const t = useTranslations("profile");
  const { apiUrl } = useAddresses();
  const form = useForm({ initial: { newEmail: "" }, schema: emailChangeInput });
  const change = useSubmit({
    mutationFn: (body: { newEmail: string }) =>
      callRest(`${apiUrl}/auth/email/change`, { method: "POST", body }),
    form,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={change.isSuccess ? t("emailSentTitle") : t("changeEmailTitle")}
      form={form}
      submission={change}
      onSubmit={form.submit((input) => change.mutate(input))}
      submitLabel={t("sendEmailLink")}
      failedTitle={t("emailNotChanged")}
      result={
        change.isSuccess ? (
          <Stack gap="md" role="status">
            <Text size="sm">{t("emailSent", { email: change.variables.newEmail })}</Text>
            <Text size="sm" c="dimmed">
              {t("emailSentHint", { current })}
            </Text>
            <Group justify="flex-end">
              <Button onClick={onClose} data-autofocus>
                {t("done")}
              </Button>
            </Group>
          </Stack>
        ) : null
      }
    >
      <Text size="sm">{t("changeEmailWords", { current })}</Text>
      <TextInput
        label={t("newEmail")}
        type="email"
        inputMode="email"
        autoComplete="email"
        data-autofocus
        {...form.text("newEmail")}
      />
    </FormDialog>
  );
}
