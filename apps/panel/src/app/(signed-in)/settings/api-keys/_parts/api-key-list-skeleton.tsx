"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/ui/data-table.tsx";
import { Section } from "@/ui/surface.tsx";

export function ApiKeyListSkeleton() {
  const t = useTranslations("apiKeys");
  return (
    <Section title={t("title")} description={t("words")} action={<Skeleton height={36} width={140} />}>
      <DataTableSkeleton headers={[t("name"), t("status"), t("may")]} rows={3} />
    </Section>
  );
}
