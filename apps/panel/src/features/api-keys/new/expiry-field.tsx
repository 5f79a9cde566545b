"use client";
import { Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { expiryChoices, expiryOf } from "./expiry.ts";
import type { ApiKeyForm } from "./use-api-key-form.ts";

export function ExpiryField({ form }: { form: ApiKeyForm }) {
  const t = useTranslations("apiKeys");
  const now = useNow();
  const momentText = useMomentText();
  const { values } = form;
  const expiresAt = expiryOf(values.expiry, values.expiresAt, now);
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start">
        <NativeSelect
          label={t("expires")}
          value={values.expiry}
          onChange={(event) =>
            form.set("expiry", expiryChoices.find((one) => one === event.currentTarget.value) ?? "90")
          }
          data={expiryChoices.map((one) => ({
            value: one,
            label:
              one === "date"
                ? t("onDay")
                : one === "never"
                  ? t("neverExpires")
                  : t("inDays", { days: Number(one) }),
          }))}
        />
        {values.expiry === "date" ? (
          <TextInput
            type="date"
            label={t("day")}
            min={now.toISOString().slice(0, 10)}
            {...form.text("expiresAt")}
            error={form.error("expiresAt") ? t("dayMissing") : undefined}
          />
        ) : null}
      </Group>
      {values.expiry === "never" ? (
        <Notice title={t("neverTitle")}>{t("neverWords")}</Notice>
      ) : (
        <Text size="sm" c="dimmed">
          {expiresAt ? t("expiresOn", { date: momentText(expiresAt, "date") }) : t("chooseDay")}
        </Text>
      )}
    </Stack>
  );
}
