"use client";
import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Surface } from "@/ui/frame/surface.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import type { RequiredProof } from "./proof-of.ts";

/** The record that the person adds where the name is served now. */
export function ProofRequired({ record, proof }: RequiredProof) {
  const t = useTranslations("zones");
  return (
    <Surface>
      <Stack gap="sm" role="status">
        <Text fw={500}>{t("proofTitle")}</Text>
        <Text size="sm">{t("proofWords")}</Text>
        <div>
          <Text size="xs" c="dimmed">
            {t("proofType")}
          </Text>
          <code>TXT</code>
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t("proofName")}
          </Text>
          <Mono label={t("proofName")}>{record.name}</Mono>
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t("proofValue")}
          </Text>
          <Mono label={t("proofValue")}>{record.value}</Mono>
        </div>
        <Text size="sm" c="dimmed">
          {t(`proof_${proof}`)}
        </Text>
      </Stack>
    </Surface>
  );
}
