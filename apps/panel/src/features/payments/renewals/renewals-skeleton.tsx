"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export const RenewalChartSkeleton = () => <Skeleton height={292} mb="xl" radius="md" />;

export function RenewalsSkeleton() {
  const t = useTranslations("renewals");
  return (
    <div data-list>
      <PageHeader title={t("title")} />
      <RenewalChartSkeleton />
      <Skeleton height={36} mb="md" maw={540} />
      <DataTableSkeleton headers={[t("name"), t("state"), t("charge"), t("expiry"), t("cost")]} rows={8} />
    </div>
  );
}
