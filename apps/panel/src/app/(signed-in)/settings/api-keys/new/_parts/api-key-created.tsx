"use client";
import { Button, Stack, Text } from "@mantine/core";
import type { ApiKeyCreated as Created } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { apiKeyPath } from "@/app/_parts/paths.ts";
import { type Crumb, PageHeader } from "@/ui/page-header.tsx";
import { ApiKeyOnce } from "../../_parts/api-key-once.tsx";

export function ApiKeyCreated({ apiKey, crumbs }: { apiKey: Created; crumbs: Crumb[] }) {
  const t = useTranslations("apiKeys");
  return (
    <>
      <PageHeader
        long
        title={t("createdTitle")}
        crumbs={crumbs}
        below={
          <Text c="dimmed" size="sm">
            {apiKey.name}
          </Text>
        }
        actions={
          <Button component={Link} href={apiKeyPath(apiKey.id)}>
            {t("toKey")}
          </Button>
        }
      />
      <Stack gap="lg">
        <ApiKeyOnce apiKey={apiKey} />
      </Stack>
    </>
  );
}
