"use client";
import { Button, Group, Stack } from "@mantine/core";
import type { MailAccountCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SecretOnce } from "@/ui/values/secret-once.tsx";
import { SetUpMailProgram } from "../client-settings/set-up-mail-program.tsx";

type Account = Pick<MailAccountCreated, "fullAddress" | "passwordOnce">;

/** A password that was generated. */
export function PasswordOnce({ account: { fullAddress, passwordOnce } }: { account: Account }) {
  const t = useTranslations("mail");
  return passwordOnce ? (
    <SecretOnce
      label={t("passwordOnce", { address: fullAddress })}
      value={passwordOnce}
      notice={t("passwordOnceNotice")}
    />
  ) : null;
}

/** A new password, which is shown once, with the settings for a mail program. */
export function AccountCreated({
  earlier,
  account,
  onClose,
  onAddAnother,
}: {
  /** The passwords of accounts that were added just before. */
  earlier?: ReactNode;
  account: Account;
  onClose: () => void;
  onAddAnother?: () => void;
}) {
  const t = useTranslations("mail");
  const { fullAddress, passwordOnce } = account;
  return (
    <Stack gap="md">
      {earlier}
      <PasswordOnce account={account} />
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
