"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { MailOverviewSkeleton } from "./mail-overview-skeleton.tsx";

/** The loading state of a mail domain's page, including header and tabs. */
export function MailDomainSkeleton() {
  const t = useTranslations("mail");
  return (
    <div aria-busy="true">
      <PageHeader
        crumbs={[{ label: t("title"), href: "/mail" }]}
        title={<Skeleton height={32} width={260} component="span" display="block" />}
        below={<Skeleton height={20} width={300} mt={8} />}
      />
      <Skeleton height={42} mb={28} />
      <MailOverviewSkeleton />
    </div>
  );
}
