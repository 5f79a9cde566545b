"use client";
import { Stack, Text } from "@mantine/core";
import { type backupCodesOnce, secondFactorConfirmationInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QRCodeSVG } from "qrcode.react";
import type { z } from "zod";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/form/code-input.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Mono } from "@/ui/values/mono.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import classes from "./second-factor.module.css";
import { useRefreshProfile } from "./use-refresh-profile.ts";

type Props = {
  enrolment: { totpUri: string; secret: string };
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
};

/** Scan, confirm a code, save the backup codes. The second factor is active once the code is confirmed. */
export function SetUpSecondFactorDialog({ enrolment, opened, onClose, onClosed }: Props) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const refresh = useRefreshProfile();
  const form = useForm({ initial: { code: "" }, schema: secondFactorConfirmationInput });
  const confirm = useSubmit({
    mutationFn: (body: { code: string }) =>
      callRest<z.output<typeof backupCodesOnce>>(`${apiUrl}/auth/two-factor/confirm`, {
        method: "POST",
        body,
      }),
    form,
    onSuccess: () => void refresh(),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={confirm.data ? t("backupCodes") : t("setUpTitle")}
      form={form}
      submission={confirm}
      onSubmit={form.submit((body) => confirm.mutate(body))}
      onReset={onClosed}
      submitLabel={t("turnOn")}
      failedTitle={t("notSetUp")}
      isResultSecret
      result={
        confirm.data ? (
          <Stack gap="md">
            <Text size="sm" role="status">
              {t("isOn")}
            </Text>
            <BackupCodes codes={confirm.data.backupCodes} onSaved={onClose} />
          </Stack>
        ) : null
      }
    >
      <ol className={classes.steps}>
        <li>
          <Text size="sm">{t("scan")}</Text>
          <div className={classes.scan}>
            <div className={classes.code}>
              <QRCodeSVG
                value={enrolment.totpUri}
                size={184}
                level="M"
                marginSize={4}
                bgColor="#ffffff"
                fgColor="#000000"
                title={t("qrTitle")}
                role="img"
              />
            </div>
            <Stack gap={4} className={classes.secret}>
              <Text size="sm" c="dimmed">
                {t("typeInstead")}
              </Text>
              <Mono label={t("secret")}>{enrolment.secret}</Mono>
            </Stack>
          </div>
        </li>
        <li>
          <CodeInput
            label={t("firstCode")}
            description={t("firstCodeHint")}
            data-autofocus
            {...form.text("code")}
          />
        </li>
      </ol>
    </FormDialog>
  );
}
