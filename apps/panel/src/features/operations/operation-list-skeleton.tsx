"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function OperationListSkeleton() {
  const t = useTranslations("operations");
  return (
    <>
      <PageHeader title={t("title")} />
      <Skeleton height={36} mb="md" maw={540} />
      <DataTableSkeleton headers={[t("domain"), t("state"), t("asked")]} rows={5} />
    </>
  );
}
