"use client";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/ui/list/list-skeleton.tsx";

export function EndpointListSkeleton() {
  const t = useTranslations("webhooks");
  return (
    <ListSkeleton
      title={t("title")}
      headers={[t("url"), t("status"), t("events")]}
      rows={3}
      filterWidth={360}
    />
  );
}
