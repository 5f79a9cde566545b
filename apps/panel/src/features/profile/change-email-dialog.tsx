"use client";
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { emailChangeInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useStepUp } from "@/features/step-up/step-up.tsx";
import { Failure } from "@/lib/failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useForm } from "@/ui/form/use-form.ts";

/** The address changes only when somebody at the new one follows the link that is sent there. */
export function ChangeEmailDialog(props: { current: string; opened: boolean; onClose: () => void }) {
  const { current, opened, onClose } = props;
  const t = useTranslations("profile");
  const { apiUrl } = useAddresses();
  const confirmed = useStepUp();
  const form = useForm({ initial: { newEmail: "" }, schema: emailChangeInput });
  const change = useMutation({
    mutationFn: confirmed((body: { newEmail: string }) =>
      callRest(`${apiUrl}/auth/email/change`, { method: "POST", body }),
    ),
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = change.error && problemOf(change.error).errors.length === 0 ? change.error : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={change.isSuccess ? t("emailSentTitle") : t("changeEmailTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        form.reset();
        change.reset();
      }}
    >
      {change.isSuccess ? (
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
      ) : (
        <form ref={form.formRef} noValidate onSubmit={form.submit((input) => change.mutate(input))}>
          <Stack gap="md">
            <Text size="sm">{t("changeEmailWords", { current })}</Text>
            <TextInput
              label={t("newEmail")}
              type="email"
              inputMode="email"
              autoComplete="email"
              data-autofocus
              {...form.text("newEmail")}
            />
            {failure ? <Failure error={failure} title={t("emailNotChanged")} /> : null}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t("cancel")}
              </Button>
              <Button type="submit" loading={change.isPending}>
                {t("sendEmailLink")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
