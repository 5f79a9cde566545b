"use client";
import { List, Text } from "@mantine/core";
import type { ZoneImportPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";

const mostShown = 20;

/** Records of a zone file that aren't imported, and why. */
export function SkippedRecords({ skipped }: { skipped: ZoneImportPreview["skipped"] }) {
  const t = useTranslations("zoneRecords");
  return skipped.length === 0 ? null : (
    <div>
      <Text size="sm" fw={500} mb={6}>
        {t("skipped", { count: skipped.length })}
      </Text>
      <List size="sm" spacing={4}>
        {skipped.slice(0, mostShown).map(({ line, reason }) => (
          <List.Item key={`${line} ${reason}`} style={{ overflowWrap: "anywhere" }}>
            {line > 0 ? t("skippedLine", { line, reason }) : reason}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
