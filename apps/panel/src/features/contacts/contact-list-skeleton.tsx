"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function ContactListSkeleton() {
  const t = useTranslations("contacts");
  return (
    <>
      <PageHeader title={t("title")} actions={<Skeleton height={36} width={140} />} />
      <Skeleton height={36} mb="md" maw={360} />
      <DataTableSkeleton headers={[t("name"), t("place"), t("domains")]} rows={4} />
    </>
  );
}
