"use client";
import { Checkbox } from "@mantine/core";
import { useTranslations } from "next-intl";

export function AutoRenewField({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const t = useTranslations("register");
  return (
    <Checkbox
      label={t("autoRenew")}
      description={t("autoRenewHint")}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
