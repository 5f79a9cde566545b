"use client";
import { Anchor, Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { WebhookDeliveryDetails } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { DeliveryStatus, isOnHold, waitOf } from "../delivery-status.tsx";
import { NextAttempt } from "../next-attempt.tsx";
import { Attempts } from "./attempt.tsx";
import { Body } from "./exchange.tsx";
import { Replay } from "./replay.tsx";

type DeliveryDrawerProps = {
  endpointId: string;
  id: string | null;
  opened: boolean;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** Of an ID that isn't there, and of a text that isn't an ID. */
const missingStatuses: readonly (number | undefined)[] = [404, 422];

/** One delivery: what it is about, and each attempt with its request and its response. */
export function DeliveryDrawer({ endpointId, id, opened, onOpen, onClose }: DeliveryDrawerProps) {
  const t = useTranslations("webhooks");
  const tUi = useTranslations("ui");
  const trpc = useTRPC();
  const shown = useKeptWhileClosing(id);
  const query = useQuery({
    ...trpc.webhooks.delivery.queryOptions(shown ? { id: endpointId, deliveryId: shown } : skipToken),
    refetchInterval: ({ state }) => (id && state.data?.status === "pending" ? 1_000 : false),
  });
  const isMissing =
    query.data === undefined && query.isError && missingStatuses.includes(problemOf(query.error).status);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("delivery")}>
      {isMissing ? (
        <Stack align="flex-start" role="alert">
          <Text size="sm">{t("deliveryMissing")}</Text>
          <Button variant="default" onClick={onClose}>
            {tUi("close")}
          </Button>
        </Stack>
      ) : (
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
          {(delivery) => <Delivery key={delivery.id} delivery={delivery} onOpen={onOpen} />}
        </QueryView>
      )}
    </SideDrawer>
  );
}

type DeliveryProps = { delivery: WebhookDeliveryDetails } & Pick<DeliveryDrawerProps, "onOpen">;

function Delivery({ delivery, onOpen }: DeliveryProps) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { data: endpoint } = useQuery(trpc.webhooks.get.queryOptions({ id: delivery.endpointId }));
  const isFailing = Boolean(endpoint?.active && endpoint.consecutiveFailures > 0);
  const wait = waitOf(delivery, isFailing);
  const { waitsFor } = delivery;
  const isHeld = isOnHold(delivery);
  return (
    <Stack gap="lg">
      <div>
        <Title order={3} size="h5" ff="monospace">
          {delivery.eventType}
        </Title>
        <DeliveryStatus delivery={delivery} isFailing={isFailing} />
      </div>
      <Facts
        facts={[
          {
            name: t("subject"),
            wide: true,
            value: <AddressText>{toUnicodeName(delivery.subject)}</AddressText>,
          },
          { name: t("sequence"), value: delivery.test ? "–" : delivery.sequence },
          { name: t("happened"), wide: true, value: <Moment at={delivery.createdAt} detail="full" /> },
          {
            name: t("nextAttempt"),
            value: delivery.nextAttemptAt ? (
              <NextAttempt at={delivery.nextAttemptAt} />
            ) : (
              t(isHeld ? "noneWhileInactive" : "none")
            ),
          },
        ]}
      />
      {isHeld ? <Text size="sm">{t("onHoldWords")}</Text> : null}
      {wait === "failing" ? <Text size="sm">{t("waitsForSuccess")}</Text> : null}
      {wait === "earlier" && waitsFor !== undefined ? (
        <Text size="sm">
          {t.rich(endpoint?.ordered === false ? "waitsInCatchUp" : "waitsInOrder", {
            subject: toUnicodeName(delivery.subject),
            link: (words) => (
              <Anchor
                component="button"
                type="button"
                inherit
                underline="always"
                onClick={() => onOpen(waitsFor)}
              >
                {words}
              </Anchor>
            ),
          })}
        </Text>
      ) : null}
      <Replay delivery={delivery} />
      <div>
        <Title order={4} size="h5" mb="sm">
          {t("attempts")}
        </Title>
        {delivery.attempts.length > 0 ? (
          <Attempts attempts={delivery.attempts} />
        ) : (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {t(delivery.status === "skipped" ? "neverSent" : "notSentYet")}
            </Text>
            <Body label={t("body")} body={delivery.body} />
          </>
        )}
      </div>
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
    </Stack>
  );
}
