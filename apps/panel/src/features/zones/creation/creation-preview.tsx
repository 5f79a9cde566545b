"use client";
import { Stack, Text } from "@mantine/core";
import type { ZoneCreationPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Mono } from "@/ui/values/mono.tsx";
import { RecordDiff } from "../review/record-diff.tsx";
import { SkippedRecords } from "../review/skipped-records.tsx";

export function CreationPreview({ preview }: { preview: ZoneCreationPreview }) {
  const t = useTranslations("zones");
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t("previewNameservers")}
        </Text>
        {preview.nameservers.map((host) => (
          <div key={host}>
            <Mono label={host}>{host}</Mono>
          </div>
        ))}
        <Text size="sm" c="dimmed" mt={6}>
          {t("previewWords")}
        </Text>
      </div>
      <RecordDiff diff={preview.diff} warnings={preview.warnings} />
      <SkippedRecords skipped={preview.skipped} />
    </Stack>
  );
}
