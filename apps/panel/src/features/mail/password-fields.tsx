"use client";
import { PasswordInput, type PasswordInputProps, Radio, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";

/** A generated password, or one that the person chooses. */
export function PasswordFields(props: {
  label: string;
  description?: string;
  way: string;
  onChangeWay: (way: string) => void;
  /** Of the chosen password. */
  field: PasswordInputProps;
}) {
  const { label, description, way, onChangeWay, field } = props;
  const t = useTranslations("mailAccount");
  return (
    <>
      <Radio.Group label={label} description={description} value={way} onChange={onChangeWay}>
        <Stack gap={8} mt={8}>
          <Radio value="made" label={t("passwordMade")} description={t("passwordMadeHint")} />
          <Radio value="own" label={t("passwordOwn")} />
        </Stack>
      </Radio.Group>
      {way === "own" ? (
        <PasswordInput
          label={t("passwordOwnLabel")}
          description={t("passwordOwnHint")}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          {...field}
        />
      ) : null}
    </>
  );
}
