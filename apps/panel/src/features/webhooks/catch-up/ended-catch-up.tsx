"use client";
import { CloseButton, Group, Text } from "@mantine/core";
import type { WebhookCatchUp } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Moment } from "@/ui/values/moment.tsx";

const keyOf = (endpointId: string) => `zonepost.catch-up.${endpointId}`;

/** Storage can be full or blocked: then it's closed for as long as the page is open. */
function isClosed(endpointId: string, catchUp: WebhookCatchUp): boolean {
  try {
    return localStorage.getItem(keyOf(endpointId)) === catchUp.startedAt;
  } catch {
    return false;
  }
}

function rememberClosed(endpointId: string, catchUp: WebhookCatchUp) {
  try {
    localStorage.setItem(keyOf(endpointId), catchUp.startedAt);
  } catch {
    // See above.
  }
}

/** The result of a catch-up in one line, until someone closes it in this browser, which alone knows. */
export function EndedCatchUp({ endpointId, catchUp }: { endpointId: string; catchUp: WebhookCatchUp }) {
  const t = useTranslations("webhooks");
  const [isHidden, setIsHidden] = useState(true);
  const { state, total, delivered, failed, skipped, finishedAt, startedAt } = catchUp;
  useEffect(() => setIsHidden(isClosed(endpointId, catchUp)), [endpointId, catchUp]);
  if (isHidden) {
    return null;
  }
  return (
    <Group component="section" aria-label={t("catchUp")} justify="space-between" wrap="nowrap" mb="lg">
      <Text size="sm" c="dimmed">
        {t.rich("catchUpEnded", {
          state,
          total,
          delivered,
          failed,
          skipped,
          when: () => <Moment at={finishedAt ?? startedAt} detail="time" />,
        })}
      </Text>
      <CloseButton
        aria-label={t("catchUpClose")}
        onClick={() => {
          rememberClosed(endpointId, catchUp);
          setIsHidden(true);
        }}
      />
    </Group>
  );
}
