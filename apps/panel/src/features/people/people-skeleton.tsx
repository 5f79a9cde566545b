"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

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
