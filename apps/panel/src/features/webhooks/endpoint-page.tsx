"use client";
import { Button, Group, Text } from "@mantine/core";
import { IconHistory, IconPencil, IconPlayerPause, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { Deliveries } from "@/features/webhooks/deliveries/deliveries.tsx";
import { Health } from "@/features/webhooks/deliveries/health.tsx";
import { Failure } from "@/lib/failure.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useNotUpdating } from "@/lib/use-not-updating.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { CatchUpProgress } from "./catch-up/catch-up-progress.tsx";
import { InactiveBanner } from "./catch-up/inactive-banner.tsx";
import { endpointName } from "./endpoint-name.ts";
import { EndpointSettings } from "./endpoint-settings.tsx";
import { EndpointSkeleton } from "./endpoint-skeleton.tsx";
import { deactivationFailures, EndpointStatus } from "./endpoint-status.tsx";
import { IdEnd } from "./id-end.tsx";
import { RotationSection } from "./rotation/rotation-section.tsx";

const EditEndpointDialog = lazyDialog(() =>
  import("./edit-endpoint-dialog.tsx").then((module) => module.EditEndpointDialog),
);
const TestEventDialog = lazyDialog(() =>
  import("./test-event/test-event-dialog.tsx").then((module) => module.TestEventDialog),
);
const CatchUpDialog = lazyDialog(() =>
  import("./catch-up/catch-up-dialog.tsx").then((module) => module.CatchUpDialog),
);
const DeleteEndpointDialog = lazyDialog(() =>
  import("./confirmations.tsx").then((module) => module.DeleteEndpointDialog),
);

export function EndpointPage({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.webhooks.get.queryOptions({ id }), refetchInterval: 5_000 });
  const notUpdating = useNotUpdating(query);
  return (
    <QueryView
      query={query}
      skeleton={<EndpointSkeleton />}
      header={<PageHeader crumbs={[{ label: t("title"), href: "/webhooks" }]} title={t("endpoint")} />}
    >
      {(endpoint) => <Endpoint endpoint={endpoint} notUpdating={notUpdating} />}
    </QueryView>
  );
}

function Endpoint({ endpoint, notUpdating }: { endpoint: WebhookEndpoint; notUpdating: ReactNode }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const right = useRight("webhooks:write");
  const { data: isCatchingUp } = useQuery({
    ...trpc.webhooks.catchUp.queryOptions({ id: endpoint.id }),
    select: (catchUp) => catchUp?.finishedAt === null,
  });
  const { data: all = [] } = useQuery(trpc.webhooks.list.queryOptions());
  const { name, idEnd } = endpointName(endpoint, all);
  const url = (
    <>
      <AddressText isClamped>{endpoint.url}</AddressText>
      {endpoint.description ? null : <IdEnd idEnd={idEnd} />}
      <CopyButton value={endpoint.url} label={t("url")} />
    </>
  );
  const [dialog, setDialog] = useState<"edit" | "delete" | "test" | "catchUp">();
  const { id } = endpoint;
  const refresh = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  const pause = useSubmit({
    mutationFn: () => client.webhooks.update.mutate({ id, active: false }),
    onSuccess: refresh,
    isRepeatable: true,
  });
  return (
    <>
      <DetailHeader
        long
        crumbs={[{ label: t("title"), href: "/webhooks" }]}
        here={idEnd === undefined ? name : `${name} ${idEnd}`}
        title={
          endpoint.description ? (
            <>
              {name}
              <IdEnd idEnd={idEnd} />
            </>
          ) : (
            <Group component="span" gap={6} wrap="nowrap" fz="1.25rem">
              {url}
            </Group>
          )
        }
        below={
          <Group gap="4px 12px">
            {endpoint.description ? (
              <Group component="span" gap={6} wrap="nowrap" w="100%">
                {url}
              </Group>
            ) : null}
            <EndpointStatus {...endpoint} />
            {notUpdating ? (
              <Text component="span" size="sm">
                {notUpdating}
              </Text>
            ) : null}
            {endpoint.active && endpoint.consecutiveFailures > 0 ? (
              <Text component="span" size="sm">
                {t("failingWords", { count: endpoint.consecutiveFailures, max: deactivationFailures })}
              </Text>
            ) : null}
          </Group>
        }
        action={
          endpoint.active && right.has ? (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={18} aria-hidden />}
              loading={pause.isPending}
              onClick={() => pause.mutate()}
            >
              {t("pause")}
            </Button>
          ) : null
        }
        menu={
          right.has
            ? {
                label: t("more"),
                items: [
                  { label: t("edit"), icon: IconPencil, onClick: () => setDialog("edit") },
                  ...(endpoint.active
                    ? [
                        {
                          label: t("catchUpMenu"),
                          icon: IconHistory,
                          onClick: () => setDialog("catchUp"),
                          unavailable: isCatchingUp ? t("catchUpRunning") : undefined,
                        },
                      ]
                    : []),
                  {
                    label: t("delete"),
                    icon: IconTrash,
                    onClick: () => setDialog("delete"),
                    isDangerous: true,
                  },
                ],
              }
            : undefined
        }
      />
      {pause.error ? <Failure error={pause.error} title={t("notChanged")} /> : null}
      {endpoint.active ? null : <InactiveBanner endpoint={endpoint} />}
      <CatchUpProgress endpoint={endpoint} onCatchUp={() => setDialog("catchUp")} />
      <RotationSection endpoint={endpoint} />
      <Health endpoint={endpoint} />
      <Deliveries
        id={id}
        action={
          right.has ? (
            <Button variant="default" onClick={() => setDialog("test")}>
              {t("sendTest")}
            </Button>
          ) : null
        }
      />
      <EndpointSettings endpoint={endpoint} onEdit={() => setDialog("edit")} />
      <EditEndpointDialog
        endpoint={endpoint}
        opened={dialog === "edit"}
        onClose={() => setDialog(undefined)}
      />
      <TestEventDialog endpoint={endpoint} opened={dialog === "test"} onClose={() => setDialog(undefined)} />
      <CatchUpDialog id={id} opened={dialog === "catchUp"} onClose={() => setDialog(undefined)} />
      <DeleteEndpointDialog
        endpoint={endpoint}
        opened={dialog === "delete"}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}
