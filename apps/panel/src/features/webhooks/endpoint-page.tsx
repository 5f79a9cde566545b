"use client";
import { Button, Group, Text } from "@mantine/core";
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Deliveries } from "@/features/webhooks/deliveries/deliveries.tsx";
import { Health } from "@/features/webhooks/deliveries/health.tsx";
import { Failure } from "@/lib/failure.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { EndpointSettings } from "./endpoint-settings.tsx";
import { EndpointSkeleton } from "./endpoint-skeleton.tsx";
import { deactivationFailures, EndpointStatus } from "./endpoint-status.tsx";
import { RotationSection } from "./rotation/rotation-section.tsx";

const EditEndpointDialog = lazyDialog(() =>
  import("./edit-endpoint-dialog.tsx").then((module) => module.EditEndpointDialog),
);
const TestEventDialog = lazyDialog(() =>
  import("./test-event/test-event-dialog.tsx").then((module) => module.TestEventDialog),
);
const DeleteEndpointDialog = lazyDialog(() =>
  import("./delete-endpoint-dialog.tsx").then((module) => module.DeleteEndpointDialog),
);

export function EndpointPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.webhooks.get.queryOptions({ id }), refetchInterval: 5_000 });
  return (
    <QueryView query={query} skeleton={<EndpointSkeleton />}>
      {(endpoint) => <Endpoint endpoint={endpoint} />}
    </QueryView>
  );
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<"edit" | "delete" | "test">();
  const { id } = endpoint;
  const refresh = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  // One submit for both: the second click of a double click would otherwise undo the first.
  const activate = useSubmit({
    mutationFn: () =>
      endpoint.active
        ? client.webhooks.update.mutate({ id, active: false })
        : client.webhooks.reactivate.mutate({ id }),
    onSuccess: refresh,
    isRepeatable: true,
  });
  return (
    <>
      <DetailHeader
        long
        crumbs={[{ label: t("title"), href: "/webhooks" }]}
        here={endpoint.url}
        title={
          <span style={{ fontSize: "1.25rem" }}>
            {endpoint.url} <CopyButton value={endpoint.url} label={t("url")} />
          </span>
        }
        below={
          <Group gap="4px 12px">
            <EndpointStatus {...endpoint} />
            {endpoint.active && endpoint.consecutiveFailures > 0 ? (
              <Text component="span" size="sm">
                {t("failingWords", { max: deactivationFailures })}
              </Text>
            ) : null}
            <Text component="span" c="dimmed" size="sm">
              {endpoint.description}
            </Text>
          </Group>
        }
        action={
          endpoint.active ? (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={18} aria-hidden />}
              loading={activate.isPending}
              onClick={() => activate.mutate()}
            >
              {t("pause")}
            </Button>
          ) : (
            <Button
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              loading={activate.isPending}
              onClick={() => activate.mutate()}
            >
              {t("reactivate")}
            </Button>
          )
        }
        menu={{
          label: t("more"),
          items: [
            { label: t("edit"), icon: IconPencil, onClick: () => setDialog("edit") },
            { label: t("delete"), icon: IconTrash, onClick: () => setDialog("delete"), isDangerous: true },
          ],
        }}
      />
      {activate.error ? <Failure error={activate.error} title={t("notChanged")} /> : null}
      {endpoint.active ? null : (
        <Notice title={endpoint.deactivationReason === "paused" ? t("pausedTitle") : t("deactivatedTitle")}>
          {t.rich(endpoint.deactivationReason === "paused" ? "pausedWords" : "deactivatedWords", {
            max: deactivationFailures,
            when: () => <Moment at={endpoint.deactivatedAt ?? endpoint.createdAt} detail="minute" />,
          })}
        </Notice>
      )}
      <RotationSection endpoint={endpoint} />
      <Section title={t("health")}>
        <Health endpoint={endpoint} />
      </Section>
      <Section
        title={t("deliveries")}
        description={t("deliveriesWords")}
        action={
          <Button variant="default" onClick={() => setDialog("test")}>
            {t("sendTest")}
          </Button>
        }
      >
        <Deliveries id={id} />
      </Section>
      <EndpointSettings endpoint={endpoint} onEdit={() => setDialog("edit")} />
      <EditEndpointDialog
        endpoint={endpoint}
        opened={dialog === "edit"}
        onClose={() => setDialog(undefined)}
      />
      <TestEventDialog endpoint={endpoint} opened={dialog === "test"} onClose={() => setDialog(undefined)} />
      <DeleteEndpointDialog
        endpoint={endpoint}
        opened={dialog === "delete"}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}
