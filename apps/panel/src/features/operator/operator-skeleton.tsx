"use client";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function OperatorSkeleton() {
  const t = useTranslations("operator");
  return (
    <>
      <PageHeader title={t("title")} long />
      <Section title={t("needsYou")} description={t("needsYouWords")}>
        <DataTableSkeleton headers={[t("workspace"), t("need"), t("amount")]} rows={3} />
      </Section>
    </>
  );
}
