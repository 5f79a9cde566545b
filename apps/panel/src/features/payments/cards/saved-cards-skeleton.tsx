"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { BillingProfileSkeleton } from "../billing/billing-profile-skeleton.tsx";

export function CardTableSkeleton() {
  const t = useTranslations("payments");
  return <DataTableSkeleton headers={[t("card"), t("expires"), t("status")]} rows={2} />;
}

export function PaymentsSkeleton() {
  const t = useTranslations("payments");
  const billing = useTranslations("billing");
  return (
    <>
      <PageHeader title={t("title")} />
      <Section
        title={t("savedCards")}
        description={t("savedCardsWords")}
        action={<Skeleton height={36} width={120} />}
      >
        <CardTableSkeleton />
      </Section>
      <Section
        title={billing("title")}
        description={billing("words")}
        action={<Skeleton height={36} width={250} />}
      >
        <BillingProfileSkeleton />
      </Section>
    </>
  );
}
