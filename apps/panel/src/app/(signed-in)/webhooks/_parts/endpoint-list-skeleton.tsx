"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/ui/data-table.tsx";
import { PageHeader } from "@/ui/page-header.tsx";

export function EndpointListSkeleton() {
  const t = useTranslations("webhooks");
  return (
    <>
      <PageHeader title={t("title")} actions={<Skeleton height={36} width={140} />} />
      <DataTableSkeleton headers={[t("url"), t("status"), t("events")]} rows={3} />
    </>
  );
}
