"use client";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/ui/list/list-skeleton.tsx";

export function ZoneListSkeleton() {
  const t = useTranslations("zones");
  return (
    <ListSkeleton
      title={t("title")}
      headers={[t("name"), t("publication"), t("delegation")]}
      rows={5}
      filterWidth={360}
    />
  );
}
