"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function EndpointListSkeleton() {
  const t = useTranslations("webhooks");
  return (
    <>
      <PageHeader title={t("title")} actions={<Skeleton height={36} width={140} />} />
      <DataTableSkeleton headers={[t("url"), t("status"), t("events")]} rows={3} />
    </>
  );
}
