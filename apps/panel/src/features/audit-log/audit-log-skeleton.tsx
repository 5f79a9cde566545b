"use client";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";

export function AuditLogSkeleton() {
  const t = useTranslations("auditLog");
  return (
    <div data-list>
      <PageHeader
        long
        title={t("title")}
        below={<Text c="dimmed">{t("words")}</Text>}
        actions={<Skeleton height={36} width={110} />}
      />
      <Stack gap="md">
        <Skeleton height={58} aria-busy />
        <DataTableSkeleton headers={[t("happened"), t("from"), t("when")]} rows={10} />
      </Stack>
    </div>
  );
}
