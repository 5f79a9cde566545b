"use client";
import { TextInput } from "@mantine/core";
import { maySpend } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ApiKeyForm } from "./use-api-key-form.ts";

/** Only for keys that may spend. */
export function LimitField({ form, currency }: { form: ApiKeyForm; currency: string }) {
  const t = useTranslations("apiKeys");
  return maySpend(form.values.scopes) ? (
    <TextInput
      label={t("monthlyLimit", { currency })}
      description={t("monthlyLimitHint")}
      inputMode="decimal"
      autoComplete="off"
      {...form.text("monthlyLimitCents")}
    />
  ) : null;
}
