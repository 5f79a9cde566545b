"use client";
import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function CardTableSkeleton() {
  const t = useTranslations("payments");
  return <DataTableSkeleton headers={[t("card"), t("expires"), t("addedOn"), t("status")]} rows={2} />;
}
