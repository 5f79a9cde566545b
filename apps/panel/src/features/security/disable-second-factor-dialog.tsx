"use client";
import { List } from "@mantine/core";
import { secondFactorRemovalInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/form/code-input.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { useRefreshProfile } from "./use-refresh-profile.ts";

/** Asks for a code, so that an unattended browser is not enough to turn it off. */
export function DisableSecondFactorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const refresh = useRefreshProfile();
  const form = useForm({ initial: { code: "" }, schema: secondFactorRemovalInput });
  const disable = useSubmit({
    mutationFn: (body: { code: string }) =>
      callRest(`${apiUrl}/auth/two-factor/disable`, { method: "POST", body }),
    form,
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("turnOffTitle")}
      form={form}
      submission={disable}
      onSubmit={form.submit((body) => disable.mutate(body))}
      submitLabel={t("turnOff")}
      cancelLabel={t("keepOn")}
      failedTitle={t("notTurnedOff")}
      isDangerous
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("turnOffWeaker")}</List.Item>
        <List.Item>{t("turnOffCodes")}</List.Item>
      </List>
      <CodeInput
        label={t("code")}
        description={t("codeOrBackupHint")}
        maw={280}
        // A backup code also contains letters.
        inputMode="text"
        data-autofocus
        {...form.text("code")}
      />
    </FormDialog>
  );
}
