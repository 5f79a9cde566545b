"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const silentMs = 10_000;
const unansweredMs = 30_000;

/** Next to the buttons of a form while it is sent: says after a while that there is still no answer, and what that means. */
export function StillWaiting() {
  const t = useTranslations("ui");
  const failure = useTranslations("failure");
  const [waited, setWaited] = useState<"briefly" | "long" | "unanswered">("briefly");
  useEffect(() => {
    const timers = [
      setTimeout(() => setWaited("long"), silentMs),
      setTimeout(() => setWaited("unanswered"), unansweredMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <Text component="span" role="status" size="sm" c="dimmed">
      {waited === "long" ? t("stillWaiting") : waited === "unanswered" ? failure("unansweredRepeat") : null}
    </Text>
  );
}
