"use client";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/ui/list/list-skeleton.tsx";

export function OrderListSkeleton() {
  const t = useTranslations("orders");
  return (
    <ListSkeleton
      title={t("title")}
      headers={[t("what"), t("state"), t("total"), t("placed")]}
      rows={5}
      hasAction={false}
      filterWidth={540}
    />
  );
}
