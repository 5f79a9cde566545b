"use client";
import { countryCodes } from "@zonepost/schema";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { useInBrowser } from "@/ui/use-in-browser.ts";

/** Country names, sorted. Browser only, because the server's names may differ. */
export function useCountryNames() {
  const locale = useLocale();
  const isInBrowser = useInBrowser();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "region" });
    const countryName = (code: string): string => {
      if (!isInBrowser) {
        return code;
      }
      try {
        return names.of(code) ?? code;
      } catch {
        return code;
      }
    };
    const countries = () =>
      countryCodes
        .map((code) => ({ value: code, label: countryName(code) }))
        .sort((one, other) => one.label.localeCompare(other.label, locale));
    return { countryName, countries };
  }, [locale, isInBrowser]);
}
