"use client";
import { Button, Group, Stack } from "@mantine/core";
import type { MailAccountCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Facts } from "@/ui/frame/surface.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";

/** The mail program settings of a new account, with its password, which is shown once. */
export function AccountCreated({ account, onClose }: { account: MailAccountCreated; onClose: () => void }) {
  const t = useTranslations("mail");
  const lines = [
    `${t("address")}: ${account.fullAddress}`,
    `${t("userName")}: ${account.fullAddress}`,
    ...(account.passwordOnce ? [`${t("password")}: ${account.passwordOnce}`] : []),
    `${t("incoming")}: ${t("incomingValue")}`,
    `${t("outgoing")}: ${t("outgoingValue")}`,
    `${t("server")}: ${t("serverValue")}`,
  ];
  return (
    <Stack gap="md">
      {account.passwordOnce ? (
        <SecretOnce label={t("passwordOnce")} value={account.passwordOnce} notice={t("passwordOnceNotice")} />
      ) : null}
      <Facts
        facts={[
          {
            name: t("userName"),
            wide: true,
            value: <Mono label={t("userName")}>{account.fullAddress}</Mono>,
          },
          { name: t("incoming"), value: t("incomingValue") },
          { name: t("outgoing"), value: t("outgoingValue") },
          { name: t("server"), value: t("serverValue") },
        ]}
      />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={lines.join("\n")} label={t("settings")} text={t("copyAll")} />
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Stack>
  );
}
