"use client";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type WebhookEndpoint, webhookMissedLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { deactivationFailures } from "../endpoint-status.tsx";
import { Reactivation } from "./reactivation.tsx";

/** Why an endpoint is inactive, what it has missed since, and the two ways to go on. */
export function InactiveBanner({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const mayReactivate = useRight("webhooks:write");
  const { data: missed } = useQuery({ ...trpc.webhooks.missed.queryOptions(), refetchInterval: 5_000 });
  const count = missed?.find(({ endpointId }) => endpointId === endpoint.id)?.count;
  const isMore = count !== undefined && count >= webhookMissedLimit ? "yes" : "no";
  const reason = endpoint.deactivationReason ?? "failures";
  return (
    <Notice title={t(`inactive_${reason}`)}>
      <Stack gap="xs">
        <Text size="sm">
          {t.rich(`inactiveWords_${reason}`, {
            max: deactivationFailures,
            when: () => <Moment at={endpoint.deactivatedAt ?? endpoint.createdAt} detail="minute" />,
          })}{" "}
          {count === undefined ? null : t("missed", { count, isMore })}
        </Text>
        {mayReactivate.has ? (
          <>
            <Reactivation id={endpoint.id} count={count} />
            {count ? (
              <Text size="xs" c="dimmed">
                {t("reactivateOnlyWords", { count, isMore })}
              </Text>
            ) : null}
          </>
        ) : (
          <Text size="sm">{t("mayNotReactivate")}</Text>
        )}
      </Stack>
    </Notice>
  );
}
