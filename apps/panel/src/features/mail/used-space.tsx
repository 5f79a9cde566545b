"use client";
import { Text } from "@mantine/core";
import type { MailAccount } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Meter } from "@/ui/notices/meter.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";

const bytesPerMegabyte = 1_048_576;

/** The used space, with a bar if the account has a quota. */
export function UsedSpace({ account }: { account: MailAccount }) {
  const t = useTranslations("mailAccount");
  const bytes = useBytes();
  const { usedBytes, quotaMegabytes } = account;
  const used = bytes(usedBytes);
  if (quotaMegabytes === null) {
    return <Text size="sm">{used}</Text>;
  }
  const max = quotaMegabytes * bytesPerMegabyte;
  const text = t("usedOf", { used, max: bytes(max) });
  return (
    <div>
      <Text size="sm">{text}</Text>
      <Meter label={t("used")} value={usedBytes} max={max} text={text} />
    </div>
  );
}
