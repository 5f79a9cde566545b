"use client";
import { Button, Group, Modal, PasswordInput, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { newPassword, passwordChangeInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { useStepUp } from "@/features/step-up/step-up.tsx";
import { Failure } from "@/lib/failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { useRefreshProfile } from "./use-refresh-profile.ts";

type Props = {
  email: string;
  hasPassword: boolean;
  opened: boolean;
  onClose: () => void;
  onChanged: () => void;
};

/** A new password, proven by the current one where there is one. */
export function PasswordDialog({ email, hasPassword, opened, onClose, onChanged }: Props) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const confirmed = useStepUp();
  const refresh = useRefreshProfile();
  const form = useForm({
    initial: { currentPassword: "", newPassword: "" },
    schema: hasPassword
      ? z.strictObject({ currentPassword: z.string().min(1, t("missing")).max(1024), newPassword })
      : passwordChangeInput,
    toInput: ({ currentPassword, ...values }) => (hasPassword ? { currentPassword, ...values } : values),
  });
  const change = useMutation({
    mutationFn: confirmed((body: z.output<typeof passwordChangeInput>) =>
      callRest(`${apiUrl}/auth/password/change`, { method: "POST", body }),
    ),
    onSuccess: async () => {
      await refresh();
      onChanged();
      onClose();
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = change.error && problemOf(change.error).errors.length === 0 ? change.error : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={hasPassword ? t("changePassword") : t("setPassword")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        form.reset();
        change.reset();
      }}
    >
      <form
        ref={form.formRef}
        noValidate
        method="post"
        onSubmit={form.submit((input) => change.mutate(input))}
      >
        <Stack gap="md">
          {/* Tells password managers whose password this is. */}
          <VisuallyHidden>
            <input type="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
          </VisuallyHidden>
          {hasPassword ? (
            <PasswordInput
              label={t("currentPassword")}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
              data-autofocus
              {...form.text("currentPassword")}
            />
          ) : null}
          <PasswordInput
            label={t("newPassword")}
            description={t("newPasswordHint")}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
            data-autofocus={hasPassword ? undefined : true}
            {...form.text("newPassword")}
          />
          <Text size="sm" c="dimmed">
            {t("passwordEffect")}
          </Text>
          {failure ? <Failure error={failure} title={t("passwordNotChanged")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {hasPassword ? t("changePassword") : t("setPassword")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
