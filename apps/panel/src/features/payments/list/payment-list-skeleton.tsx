"use client";
import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/ui/list/list-skeleton.tsx";

export function PaymentListSkeleton() {
  const t = useTranslations("payments");
  return (
    <ListSkeleton
      title={t("title")}
      headers={[t("paidFor"), t("status"), t("date")]}
      rows={5}
      hasAction={false}
      filterWidth={540}
    />
  );
}
