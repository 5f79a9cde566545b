"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

/** The loading state of a zone's page, with header and tabs. */
export function ZoneSkeleton() {
  const t = useTranslations("zones");
  return (
    <div aria-busy="true">
      <PageHeader
        crumbs={[{ label: t("title"), href: "/zones" }]}
        title={<Skeleton height={32} width={260} component="span" display="block" />}
        below={<Skeleton height={20} width={300} mt={8} />}
      />
      <Skeleton height={42} mb={28} />
      <ZoneTabSkeleton />
    </div>
  );
}

export function ZoneTabSkeleton() {
  const t = useTranslations("zoneRecords");
  return (
    <>
      <Skeleton height={36} mb="md" maw={420} />
      <DataTableSkeleton headers={[t("name"), t("type"), t("values")]} />
    </>
  );
}
