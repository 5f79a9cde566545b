"use client";
import { PasswordInput, Text, VisuallyHidden } from "@mantine/core";
import { newPassword, passwordChangeInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { useRefreshProfile } from "./use-refresh-profile.ts";

type Props = {
  email: string;
  hasPassword: boolean;
  opened: boolean;
  onClose: () => void;
  onChanged: () => void;
};

/** Sets a password, confirmed by the current one if there is one. */
export function PasswordDialog({ email, hasPassword, opened, onClose, onChanged }: Props) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const refresh = useRefreshProfile();
  const form = useForm({
    initial: { currentPassword: "", newPassword: "" },
    schema: hasPassword
      ? z.strictObject({ currentPassword: z.string().min(1, t("missing")).max(1024), newPassword })
      : passwordChangeInput,
    toInput: ({ currentPassword, ...values }) => (hasPassword ? { currentPassword, ...values } : values),
  });
  const change = useSubmit({
    mutationFn: (body: z.output<typeof passwordChangeInput>) =>
      callRest(`${apiUrl}/auth/password/change`, { method: "POST", body }),
    form,
    onSuccess: async () => {
      await refresh();
      onChanged();
      onClose();
    },
  });
  const label = hasPassword ? t("changePassword") : t("setPassword");
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={label}
      form={form}
      submission={change}
      onSubmit={form.submit((input) => change.mutate(input))}
      submitLabel={label}
      failedTitle={t("passwordNotChanged")}
    >
      {/* Tells password managers which account the password belongs to. */}
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
    </FormDialog>
  );
}
