"use client";
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono, MonoBlock } from "@/ui/values/mono.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { NextAttempt } from "./next-attempt.tsx";

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** One delivery: the request, the response, and an explanation of the result. */
export function DeliveryDrawer(props: {
  endpointId: string;
  id: string | null;
  opened: boolean;
  onClose: () => void;
}) {
  const { endpointId, id, opened, onClose } = props;
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const shown = useKeptWhileClosing(id);
  const query = useQuery({
    ...trpc.webhooks.delivery.queryOptions(shown ? { id: endpointId, deliveryId: shown } : skipToken),
    refetchInterval: ({ state }) => (id && state.data?.status === "pending" ? 1_000 : false),
  });
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("delivery")}>
      <QueryView
        query={query}
        skeleton={
          <Stack aria-busy="true">
            <Skeleton height={20} width={220} />
            <Skeleton height={90} />
            <Skeleton height={200} />
          </Stack>
        }
      >
        {(delivery) => (
          <Stack gap="lg">
            <div>
              <Title order={3} size="h5" ff="monospace">
                {delivery.eventType}
              </Title>
              <DeliveryStatus delivery={delivery} />
            </div>
            {delivery.error ? (
              <Text size="sm">
                <b>{t("reason")}</b> {delivery.error}
              </Text>
            ) : null}
            <Facts
              facts={[
                { name: t("answer"), value: delivery.statusCode ?? t("noAnswer") },
                {
                  name: t("took"),
                  value:
                    delivery.durationMs === null ? "–" : t("milliseconds", { count: delivery.durationMs }),
                },
                { name: t("attempts"), value: t("attemptOf", { attempt: delivery.attempt, max: 5 }) },
                {
                  name: t("happened"),
                  wide: true,
                  value: <Moment at={delivery.createdAt} detail="minute" />,
                },
                {
                  name: t("lastAttempt"),
                  wide: true,
                  value: delivery.lastAttemptAt ? (
                    <Moment at={delivery.lastAttemptAt} detail="minute" />
                  ) : (
                    "–"
                  ),
                },
                {
                  name: t("nextAttempt"),
                  value: delivery.nextAttemptAt ? <NextAttempt at={delivery.nextAttemptAt} /> : t("none"),
                },
              ]}
            />
            <Facts
              facts={[
                {
                  name: t("eventId"),
                  wide: true,
                  value: <Mono label={t("eventId")}>{delivery.eventId}</Mono>,
                },
                {
                  name: t("deliveryId"),
                  wide: true,
                  value: <Mono label={t("deliveryId")}>{delivery.id}</Mono>,
                },
              ]}
            />
            <div>
              <Text size="xs" c="dimmed" mb={6}>
                {t("body")}
              </Text>
              <MonoBlock label={t("body")}>{pretty(delivery.body)}</MonoBlock>
            </div>
          </Stack>
        )}
      </QueryView>
    </SideDrawer>
  );
}
