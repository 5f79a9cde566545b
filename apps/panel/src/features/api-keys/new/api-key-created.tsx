"use client";
import { Button, Stack, Text } from "@mantine/core";
import type { ApiKeyCreated as Created } from "@zonepost/schema";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ApiKeyOnce } from "@/features/api-keys/api-key-once.tsx";
import { apiKeyPath } from "@/lib/paths.ts";
import { type Crumb, PageHeader } from "@/ui/frame/page-header.tsx";

export function ApiKeyCreated({ apiKey, crumbs }: { apiKey: Created; crumbs: Crumb[] }) {
  const t = useTranslations("apiKeys");
  const router = useRouter();
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
          apiKey.key ? (
            <Button onClick={() => router.push(apiKeyPath(apiKey.id))}>{t("keySaved")}</Button>
          ) : (
            <Button component={Link} href={apiKeyPath(apiKey.id)}>
              {t("toKey")}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <ApiKeyOnce apiKey={apiKey} />
      </Stack>
    </>
  );
}
