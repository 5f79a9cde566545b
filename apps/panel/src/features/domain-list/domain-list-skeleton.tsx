"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function DomainListSkeleton() {
  const t = useTranslations("domains");
  return (
    <div data-list>
      <PageHeader title={t("title")} actions={<Skeleton height={36} width={150} />} />
      <Skeleton height={36} mb="md" maw={640} />
      <DataTableSkeleton headers={[t("name"), t("status"), t("expires")]} />
    </div>
  );
}
