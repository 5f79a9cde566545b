"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const silentMs = 10_000;

/** Next to the buttons of a form while it is sent: says after a while that there is still no answer. */
export function StillWaiting() {
  const t = useTranslations("ui");
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), silentMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Text component="span" role="status" size="sm" c="dimmed">
      {isLong ? t("stillWaiting") : null}
    </Text>
  );
}
