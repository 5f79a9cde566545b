"use client";
import type { ApiKeyScope } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { readScopes, type ScopePreset, sameScopes, scopePresets } from "./scopes.ts";

/** A key's scopes in one line: the preset's name, or the resources with their verbs. */
export function useScopeLabel() {
  const t = useTranslations("apiKeys");
  return (scopes: readonly ApiKeyScope[]): string => {
    const preset = (Object.keys(scopePresets) as ScopePreset[]).find((one) =>
      sameScopes(scopePresets[one], scopes),
    );
    if (preset) {
      return t(`preset_${preset}`);
    }
    const all = readScopes(scopes).map(({ resource, verbs }) =>
      t("scopeShort", {
        resource: t(`resource_${resource}`),
        verbs: verbs.length === 2 ? "both" : (verbs[0] ?? "read"),
      }),
    );
    return all.length > 3
      ? t("scopesMore", { first: all.slice(0, 2).join(", "), count: all.length - 2 })
      : all.join(", ");
  };
}
