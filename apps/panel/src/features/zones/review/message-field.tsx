"use client";
import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";

/** Why, for the history. */
export function MessageField({ value, onChange }: { value: string; onChange: (message: string) => void }) {
  const t = useTranslations("zoneRecords");
  return (
    <TextInput
      label={t("message")}
      description={t("messageHint")}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={100}
      autoComplete="off"
    />
  );
}

/** As the API takes it: no message is none. */
export const messageOf = (typed: string): string | undefined => typed.trim() || undefined;
