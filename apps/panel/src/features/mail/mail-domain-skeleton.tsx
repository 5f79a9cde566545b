"use client";
import { Skeleton, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";

export function MailDomainSkeleton() {
  const t = useTranslations("mail");
  return (
    <div aria-busy="true">
      <PageHeader
        title={<Skeleton height={30} width={260} />}
        crumbs={[{ label: t("title"), href: "/mail" }]}
      />
      <Stack gap="xl">
        <Skeleton height={110} radius="lg" />
        <Skeleton height={240} radius="lg" />
        <Skeleton height={160} radius="lg" />
      </Stack>
    </div>
  );
}
