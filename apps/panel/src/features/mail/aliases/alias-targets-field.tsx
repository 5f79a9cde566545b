"use client";
import { Textarea, type TextareaProps } from "@mantine/core";
import { useTranslations } from "next-intl";

/** One address per line, so that a list can be pasted. */
export function AliasTargetsField(props: TextareaProps & { "data-autofocus"?: boolean }) {
  const t = useTranslations("mail");
  return (
    <Textarea
      label={t("to")}
      description={t("toHint")}
      autosize
      minRows={3}
      maxRows={12}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  );
}
