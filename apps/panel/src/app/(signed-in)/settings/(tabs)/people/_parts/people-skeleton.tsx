"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/ui/data-table.tsx";
import { Section } from "@/ui/surface.tsx";

export function PeopleSkeleton() {
  const t = useTranslations("people");
  return (
    <Section
      title={t("members")}
      description={t("membersWords")}
      action={<Skeleton height={36} width={110} />}
    >
      <DataTableSkeleton headers={[t("person"), t("role"), t("secondFactor")]} rows={3} />
    </Section>
  );
}
