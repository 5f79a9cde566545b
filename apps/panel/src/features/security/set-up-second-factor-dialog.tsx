"use client";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type backupCodesOnce, secondFactorConfirmationInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QRCodeSVG } from "qrcode.react";
import type { z } from "zod";
import { Failure } from "@/lib/failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/form/code-input.tsx";
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

/** Scan, prove that the app shows the right codes, keep the backup codes: only then is it on and done. */
export function SetUpSecondFactorDialog({ enrolment, opened, onClose, onClosed }: Props) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const refresh = useRefreshProfile();
  const form = useForm({ initial: { code: "" }, schema: secondFactorConfirmationInput });
  const confirm = useMutation({
    mutationFn: (body: { code: string }) =>
      callRest<z.output<typeof backupCodesOnce>>(`${apiUrl}/auth/two-factor/confirm`, {
        method: "POST",
        body,
      }),
    onSuccess: () => void refresh(),
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = confirm.error && problemOf(confirm.error).errors.length === 0 ? confirm.error : undefined;
  const isOn = confirm.data !== undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => {
        form.reset();
        confirm.reset();
        onClosed();
      }}
      size="lg"
      title={isOn ? t("backupCodes") : t("setUpTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      // Codes that are shown once must not go by a slip of the finger.
      closeOnClickOutside={false}
      closeOnEscape={!isOn}
      withCloseButton={!isOn}
    >
      {confirm.data ? (
        <Stack gap="md">
          <Text size="sm" role="status">
            {t("isOn")}
          </Text>
          <BackupCodes codes={confirm.data.backupCodes} onSaved={onClose} />
        </Stack>
      ) : (
        <form ref={form.formRef} noValidate onSubmit={form.submit((body) => confirm.mutate(body))}>
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
          {failure ? <Failure error={failure} title={t("notSetUp")} /> : null}
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {t("turnOn")}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
