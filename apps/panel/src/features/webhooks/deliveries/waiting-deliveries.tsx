"use client";
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { webhookWaitingLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { NextAttempt } from "./next-attempt.tsx";
import { TryNow } from "./try-now.tsx";

/** Events that wait for a receiver which isn't ready yet, such as one that is being written. */
export function WaitingDeliveries({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { data: health } = useQuery({ ...trpc.webhooks.health.queryOptions({ id }), refetchInterval: 5_000 });
  if (!health?.waiting || health.nextAttemptAt === null) {
    return null;
  }
  const { waiting, nextAttemptAt } = health;
  return (
    <Group gap="4px 8px" role="status">
      <Text component="span" size="sm">
        {t.rich("waitingForReceiver", {
          count: waiting,
          isMore: waiting >= webhookWaitingLimit ? "yes" : "no",
          when: () => <NextAttempt at={nextAttemptAt} />,
        })}
      </Text>
      <TryNow id={id} />
    </Group>
  );
}
