"use client";
import { Checkbox } from "@mantine/core";
import type { TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";

/** Hidden if the registry has no lock against transfers. */
export function LockField(props: {
  offer: TldOffer | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  const { offer, value, onChange } = props;
  const t = useTranslations("register");
  if (offer?.transferLock === false) {
    return null;
  }
  return (
    <Checkbox
      label={t("lock")}
      description={t("lockHint")}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
