"use client";
import { Button, Group, Stack } from "@mantine/core";
import type { MailAccountCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { SecretOnce } from "@/ui/values/secret-once.tsx";
import { SetUpMailProgram } from "../client-settings/set-up-mail-program.tsx";

/** A new password, which is shown once, with the settings for a mail program. */
export function AccountCreated({
  account,
  onClose,
  onAddAnother,
}: {
  account: Pick<MailAccountCreated, "fullAddress" | "passwordOnce">;
  onClose: () => void;
  onAddAnother?: () => void;
}) {
  const t = useTranslations("mail");
  const { fullAddress, passwordOnce } = account;
  return (
    <Stack gap="md">
      {passwordOnce ? (
        <SecretOnce
          label={t("passwordOnce", { address: fullAddress })}
          value={passwordOnce}
          notice={t("passwordOnceNotice")}
        />
      ) : null}
      <SetUpMailProgram address={fullAddress} password={passwordOnce} />
      <Group justify="flex-end" gap="xs">
        {onAddAnother ? (
          <Button variant="default" onClick={onAddAnother}>
            {t("addAnother")}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Stack>
  );
}
