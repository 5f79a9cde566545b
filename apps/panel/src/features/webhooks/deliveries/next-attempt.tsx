"use client";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

/** An attempt that is due hasn't been made yet: "now", not "5 seconds ago". */
export function NextAttempt({ at }: { at: string }) {
  const t = useTranslations("webhooks");
  return Date.parse(at) <= useNow().getTime() ? t("now") : <RelativeMoment at={at} />;
}
