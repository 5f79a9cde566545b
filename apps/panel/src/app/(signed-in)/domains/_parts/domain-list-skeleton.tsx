"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/ui/data-table.tsx";
import { PageHeader } from "@/ui/page-header.tsx";

export function DomainListSkeleton() {
  const t = useTranslations("domains");
  return (
    <>
      <PageHeader title={t("title")} actions={<Skeleton height={36} width={150} />} />
      <Skeleton height={36} mb="md" maw={640} />
      <DataTableSkeleton headers={[t("name"), t("status"), t("expires")]} />
    </>
  );
}
