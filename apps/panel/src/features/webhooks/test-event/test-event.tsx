"use client";
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { eventTypes, type WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useScrolledTo } from "@/ui/frame/use-scrolled-to.ts";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { TestResult } from "./test-result.tsx";

const firstMs = 200;
const laterMs = 1_000;
/** Most receivers answer within this number of reads. */
const quickReads = 10;

const isWaiting = ({ status }: { status: string }) => status === "pending";

/** Sends a sample of an event type, and shows the receiver's response as soon as it arrives. */
export function TestEvent({ endpoint }: { endpoint: Pick<WebhookEndpoint, "id" | "events"> }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const right = useRight("webhooks:write");
  const [type, setType] = useState(
    () => eventTypes.find((one) => endpoint.events.includes(one)) ?? eventTypes[0],
  );
  const { id } = endpoint;
  const send = useSubmit({
    ...trpc.webhooks.sendTest.mutationOptions(),
    isRepeatable: true,
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.deliveryPage.pathFilter()),
  });
  const deliveryId = send.data?.id;
  const query = useQuery({
    ...trpc.webhooks.delivery.queryOptions(deliveryId ? { id, deliveryId } : skipToken),
    refetchInterval: ({ state }) =>
      state.data && !isWaiting(state.data) ? false : state.dataUpdateCount < quickReads ? firstMs : laterMs,
  });
  const answered = query.data && !isWaiting(query.data) ? query.data.id : undefined;
  // The receiver's response can be long, and would end below the window.
  const result = useScrolledTo(answered);
  const isSending = send.isPending || (query.data !== undefined && isWaiting(query.data));
  return (
    <Stack gap="md">
      <Group align="end" gap="xs">
        <NativeSelect
          label={t("testType")}
          data={eventTypes}
          value={type}
          onChange={(event) => setType(eventTypes.find((one) => one === event.currentTarget.value) ?? type)}
        />
        <Button disabled={!right.has} loading={isSending} onClick={() => send.mutate({ id, type })}>
          {t("sendTest")}
        </Button>
      </Group>
      {send.failure ? <FailureAlert failure={send.failure} title={t("notTested")} /> : null}
      <div role="status" {...result}>
        {deliveryId ? (
          <QueryView query={query} skeleton={<Text size="sm">{t("testWaiting")}</Text>}>
            {(delivery) => <TestResult delivery={delivery} />}
          </QueryView>
        ) : null}
      </div>
    </Stack>
  );
}
