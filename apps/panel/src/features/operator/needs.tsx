"use client";
import { Group, Stack, Text } from "@mantine/core";
import type { OperatorPayment } from "@zonepost/schema";
import { operatorNeedTones } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";

/** Why a payment needs the operator, with the bank's deadline and its zone. */
export function Needs({ payment: { needs, evidenceDueAt } }: { payment: OperatorPayment }) {
  const t = useTranslations("operator");
  const write = useMomentText();
  if (needs.length === 0) {
    return "–";
  }
  return (
    <Stack gap={2}>
      <Group gap={6}>
        {needs.map((need) => (
          <StatusBadge key={need} tone={operatorNeedTones[need]}>
            {t(`need_${need}`)}
          </StatusBadge>
        ))}
      </Group>
      {evidenceDueAt === null ? null : (
        <Text component="span" size="xs" c="dimmed">
          {t("deadline", { date: write(evidenceDueAt, "minute") })}
        </Text>
      )}
    </Stack>
  );
}
