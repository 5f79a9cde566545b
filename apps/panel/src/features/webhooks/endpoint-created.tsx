"use client";
import { Anchor, Group, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { WebhookEndpointCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";
import { receiverSnippet } from "./receiver-snippet.ts";

/** The secret, shown once, with a receiver that uses it; then waits for the first delivery. */
export function EndpointCreated({ endpoint }: { endpoint: WebhookEndpointCreated }) {
  const t = useTranslations("webhooks");
  return (
    <>
      {endpoint.secret ? (
        <SecretOnce label={t("secret")} value={endpoint.secret} notice={t("secretOnce")} />
      ) : (
        <Surface>{t("secretGone")}</Surface>
      )}
      <Section title={t("receiver")} description={t("receiverWords")}>
        <MonoBlock label={t("receiver")} wrap="never">
          {receiverSnippet(endpoint)}
        </MonoBlock>
      </Section>
      <Section title={t("firstDelivery")}>
        <Surface>
          <FirstDelivery id={endpoint.id} />
        </Surface>
      </Section>
    </>
  );
}

function FirstDelivery({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.webhooks.deliveries.queryOptions({ id }), refetchInterval: 2_000 });
  const first = data?.at(-1);
  if (!first) {
    return (
      <Group gap="sm" role="status" wrap="nowrap">
        <Loader size={18} aria-hidden />
        <Text size="sm">
          {t.rich("waitingForFirst", {
            link: (words) => (
              <Anchor component={Link} href="/domains" inherit underline="always">
                {words}
              </Anchor>
            ),
          })}
        </Text>
      </Group>
    );
  }
  return (
    <Group gap="md" role="status">
      <StatusBadge
        tone={first.status === "succeeded" ? "good" : first.status === "failed" ? "bad" : "waiting"}
      >
        {first.status === "succeeded" ? t("firstArrived") : t(`delivery_${first.status}`)}
      </StatusBadge>
      <code>{first.eventType}</code>
      <Text size="sm" c="dimmed">
        {first.error ?? (first.statusCode ? t("answered", { status: first.statusCode }) : "")}
      </Text>
    </Group>
  );
}
