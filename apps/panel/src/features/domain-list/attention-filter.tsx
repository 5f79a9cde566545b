"use client";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";

/** Shows how many domains someone has to act on, and filters the list to them. */
export function AttentionFilter(props: { count: number; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { count, isOn, onChange } = props;
  const t = useTranslations("domains");
  if (count === 0 && !isOn) {
    return null;
  }
  return (
    <Button
      size="compact-sm"
      radius="xl"
      px={12}
      variant={isOn ? "light" : "default"}
      aria-pressed={isOn}
      leftSection={<IconAlertTriangle size={14} color="var(--zp-bad)" aria-hidden />}
      onClick={() => onChange(!isOn)}
    >
      {t("needAttention", { count })}
    </Button>
  );
}
