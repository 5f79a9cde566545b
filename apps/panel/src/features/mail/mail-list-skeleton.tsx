"use client";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/ui/list/list-skeleton.tsx";

export function MailListSkeleton() {
  const t = useTranslations("mail");
  return (
    <ListSkeleton
      title={t("title")}
      headers={[t("domain"), t("status"), t("accounts")]}
      rows={3}
      filterWidth={360}
    />
  );
}
