"use client";
import { useTranslations } from "next-intl";
import { readDevice } from "./read-device.ts";

/** A User-Agent as text: "Firefox on Windows". */
export function useDeviceName() {
  const t = useTranslations("security");
  return (userAgent: string | null): string => {
    const { browser, system } = readDevice(userAgent);
    if (browser && system) {
      return t("deviceBoth", { browser, system });
    }
    return browser ?? system ?? t("deviceUnknown");
  };
}
