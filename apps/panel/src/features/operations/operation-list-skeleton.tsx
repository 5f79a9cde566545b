"use client";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/ui/list/list-skeleton.tsx";

export function OperationListSkeleton() {
  const t = useTranslations("operations");
  return (
    <ListSkeleton
      title={t("title")}
      headers={[t("domain"), t("state"), t("asked")]}
      rows={5}
      hasAction={false}
      filterWidth={540}
    />
  );
}
