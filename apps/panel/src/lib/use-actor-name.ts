"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";

type Actor = { kind: string; name: string };

/** A person's or a key's name. Work of the service is named as people know it. */
export function useActorName(): (actor: Actor) => string {
  const t = useTranslations("ui");
  return useCallback(
    ({ kind, name }: Actor) => (kind === "system" && name === "renewals" ? t("actor_renewals") : name),
    [t],
  );
}
