"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/ui/data-table.tsx";
import { Section } from "@/ui/surface.tsx";

export function AuditLogSkeleton() {
  const t = useTranslations("auditLog");
  return (
    <Section title={t("title")} description={t("words")} action={<Skeleton height={36} width={110} />}>
      <Skeleton height={36} aria-busy />
      <DataTableSkeleton headers={[t("happened"), t("from"), t("when")]} rows={10} />
    </Section>
  );
}
