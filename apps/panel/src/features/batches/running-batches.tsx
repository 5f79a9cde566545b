"use client";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { Notice } from "@/ui/notices/notice.tsx";

const pollMs = 5_000;

/** Bulk changes in progress, by any member. */
export function RunningBatches({ onShow }: { onShow: (ids: string[]) => void }) {
  const t = useTranslations("bulk");
  const trpc = useTRPC();
  const { data: batches } = useQuery({
    ...trpc.domains.batches.list.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.some((batch) => batch.state === "running") ? pollMs : false),
  });
  const running = batches?.filter(({ state }) => state === "running") ?? [];
  if (running.length === 0) {
    return null;
  }
  const total = running.reduce((sum, batch) => sum + batch.total, 0);
  const done = running.reduce((sum, batch) => sum + batch.succeeded + batch.failed, 0);
  return (
    <Notice title={t("underWay")}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t("running", { done, total })}</Text>
        <Button size="xs" variant="default" onClick={() => onShow(running.map(({ id }) => id))}>
          {t("showResults")}
        </Button>
      </Group>
    </Notice>
  );
}
