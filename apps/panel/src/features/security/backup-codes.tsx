"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { saveFile } from "@/lib/save-file.ts";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import classes from "./second-factor.module.css";

/** The codes, shown once, with buttons to save them. */
export function BackupCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const t = useTranslations("security");
  const download = () => saveFile("zonepost-backup-codes.txt", `${t("fileHead")}\n\n${codes.join("\n")}\n`);
  return (
    <Stack gap="md">
      <Text size="sm">{t("backupCodesWords")}</Text>
      <ul className={classes.codes} aria-label={t("backupCodes")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <CopyButton value={codes.join("\n")} label={t("backupCodes")} text={t("copyCodes")} />
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            {t("downloadCodes")}
          </Button>
        </Group>
        <Button onClick={onSaved} data-autofocus>
          {t("codesSaved")}
        </Button>
      </Group>
    </Stack>
  );
}
