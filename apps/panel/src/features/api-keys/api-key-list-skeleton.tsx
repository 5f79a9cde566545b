"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function ApiKeyListSkeleton() {
  const t = useTranslations("apiKeys");
  return (
    <Section title={t("title")} description={t("words")} action={<Skeleton height={36} width={140} />}>
      <DataTableSkeleton headers={[t("name"), t("status"), t("may")]} rows={3} />
    </Section>
  );
}
