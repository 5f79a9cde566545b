"use client";
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { webhookMissedLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { minuteMs } from "@/ui/values/durations.ts";

/** What an active endpoint hasn't received, so that it isn't forgotten once it works again. */
export function MissedLine({ id, onCatchUp }: { id: string; onCatchUp: () => void }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const mayCatchUp = useRight("webhooks:write");
  const { data: missed } = useQuery({
    ...trpc.webhooks.missedOf.queryOptions({ id }),
    refetchInterval: minuteMs,
  });
  if (!missed?.count) {
    return null;
  }
  const { count } = missed;
  return (
    <Text size="sm" mb="lg">
      {t("missed", { count, isMore: count >= webhookMissedLimit ? "yes" : "no" })}{" "}
      {mayCatchUp.has ? (
        <Anchor component="button" type="button" inherit underline="always" onClick={onCatchUp}>
          {t("catchUpMenu")}
        </Anchor>
      ) : null}
    </Text>
  );
}
