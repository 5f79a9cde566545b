"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type WebhookEndpoint, webhookMissedLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { deactivationFailures } from "../endpoint-status.tsx";

/** Why an endpoint is inactive, what it has missed since, and the two ways to go on. */
export function InactiveBanner({ endpoint, name }: { endpoint: WebhookEndpoint; name?: ReactNode }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mayReactivate = useRight("webhooks:write");
  const { data: missed } = useQuery({ ...trpc.webhooks.missed.queryOptions(), refetchInterval: 5_000 });
  const count = missed?.find(({ endpointId }) => endpointId === endpoint.id)?.count;
  const reactivate = useSubmit({
    ...trpc.webhooks.reactivate.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    isRepeatable: true,
  });
  const reason = endpoint.deactivationReason ?? "failures";
  const isChosen = (catchUp: boolean) =>
    reactivate.isPending && (reactivate.variables.catchUp ?? false) === catchUp;
  return (
    <Notice title={t(`inactive_${reason}`)}>
      <Stack gap="xs">
        {name}
        <Text size="sm">
          {t.rich(`inactiveWords_${reason}`, {
            max: deactivationFailures,
            when: () => <Moment at={endpoint.deactivatedAt ?? endpoint.createdAt} detail="minute" />,
          })}{" "}
          {count === undefined
            ? null
            : t("missed", { count, isMore: count >= webhookMissedLimit ? "yes" : "no" })}
        </Text>
        {mayReactivate.has ? (
          <Group gap="xs">
            {count ? (
              <Button
                leftSection={<IconPlayerPlay size={18} aria-hidden />}
                loading={isChosen(true)}
                onClick={() => reactivate.mutate({ id: endpoint.id, catchUp: true })}
              >
                {t("reactivateAndCatchUp")}
              </Button>
            ) : null}
            <Button
              variant={count ? "default" : "filled"}
              loading={isChosen(false)}
              onClick={() => reactivate.mutate({ id: endpoint.id })}
            >
              {t("reactivate")}
            </Button>
          </Group>
        ) : (
          <Text size="sm">{t("mayNotReactivate")}</Text>
        )}
        {reactivate.error ? <Failure error={reactivate.error} title={t("notChanged")} /> : null}
      </Stack>
    </Notice>
  );
}
