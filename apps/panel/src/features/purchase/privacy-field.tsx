"use client";
import { Checkbox } from "@mantine/core";
import type { TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";

/** Hidden if the registry publishes no contact data. */
export function PrivacyField(props: {
  offer: TldOffer | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  const { offer, value, onChange } = props;
  const t = useTranslations("register");
  if (offer?.whoisPrivacy === false) {
    return null;
  }
  return (
    <Checkbox
      label={t("privacy")}
      description={t("privacyHint")}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
