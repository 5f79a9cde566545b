import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { PlainField } from "@/ui/plain/field.tsx";

/** An authenticator code or a backup code, focused when it appears. */
export function CodeField(props: {
  way: "totp" | "backup-code";
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (typed: string) => void;
  error: string | undefined;
}) {
  const { way, ref, value, onChange, error } = props;
  const t = useTranslations("secondFactor");
  const shared = {
    ref,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    error,
    autoFocus: true,
    autoCapitalize: "off",
    spellCheck: false,
  };
  return way === "totp" ? (
    <PlainField
      label={t("code")}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="123 456"
      mono="code"
      {...shared}
    />
  ) : (
    <PlainField
      label={t("backupCode")}
      description={t("backupCodeHint")}
      autoComplete="off"
      mono
      {...shared}
    />
  );
}
