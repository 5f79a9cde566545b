"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DomainOverviewSkeleton } from "@/features/domains/domain-overview-skeleton.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";

/** The loading state of a domain's page, including header and tabs. */
export function DomainSkeleton() {
  const list = useTranslations("domains");
  return (
    <div aria-busy="true">
      <PageHeader
        crumbs={[{ label: list("title"), href: "/domains" }]}
        title={<Skeleton height={32} width={260} component="span" display="block" />}
        actions={<Skeleton height={36} width={90} />}
        long
        below={<Skeleton height={20} width={300} mt={8} />}
      />
      <Skeleton height={42} mb={28} />
      <DomainOverviewSkeleton />
    </div>
  );
}
