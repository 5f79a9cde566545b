"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function AuditLogSkeleton() {
  const t = useTranslations("auditLog");
  return (
    <Section title={t("title")} description={t("words")} action={<Skeleton height={36} width={110} />}>
      <Skeleton height={36} aria-busy />
      <DataTableSkeleton headers={[t("happened"), t("from"), t("when")]} rows={10} />
    </Section>
  );
}
