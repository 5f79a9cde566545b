"use client";
import { Skeleton, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PageHeader } from "@/ui/frame/page-header.tsx";

export function EndpointSkeleton() {
  const t = useTranslations("webhooks");
  return (
    <div aria-busy="true">
      <PageHeader title={t("endpoint")} crumbs={[{ label: t("title"), href: "/webhooks" }]} />
      <Stack gap="xl">
        <Skeleton height={150} radius="lg" />
        <Skeleton height={280} radius="lg" />
      </Stack>
    </div>
  );
}
