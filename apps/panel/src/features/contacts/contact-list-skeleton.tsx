"use client";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/ui/list/list-skeleton.tsx";

export function ContactListSkeleton() {
  const t = useTranslations("contacts");
  return (
    <ListSkeleton
      title={t("title")}
      headers={[t("name"), t("place"), t("domains")]}
      rows={4}
      filterWidth={360}
    />
  );
}
