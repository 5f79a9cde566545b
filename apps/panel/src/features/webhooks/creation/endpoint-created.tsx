"use client";
import { SegmentedControl, Stack } from "@mantine/core";
import type { WebhookEndpointCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { useUntilCopied } from "@/ui/form/use-until-copied.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";
import { WaitingDeliveries } from "../deliveries/waiting-deliveries.tsx";
import { TestEvent } from "../test-event/test-event.tsx";
import { type ReceiverFramework, receiverFrameworks, receiverSnippet } from "./receiver-snippet.ts";

const labels: Record<ReceiverFramework, string> = {
  node: "Node.js",
  express: "Express",
  hono: "Hono",
  next: "Next.js",
};

/** The secret, shown once, a test event for it, and a receiver that uses it. */
export function EndpointCreated({ endpoint }: { endpoint: WebhookEndpointCreated }) {
  const t = useTranslations("webhooks");
  const { isDirty, onCopied } = useUntilCopied();
  const [framework, setFramework] = useState<ReceiverFramework>("node");
  return (
    <>
      {endpoint.secret ? (
        <>
          <Unsaved
            isDirty={isDirty}
            title={t("leaveTitle")}
            words={t("leaveWords")}
            stayLabel={t("leaveStay")}
          />
          <SecretOnce
            label={t("secret")}
            value={endpoint.secret}
            notice={t("secretOnce")}
            onCopied={onCopied}
          />
        </>
      ) : (
        <Surface>{t("secretGone")}</Surface>
      )}
      <Section title={t("test")} description={t("testWords")}>
        <Surface>
          <Stack gap="md">
            <TestEvent endpoint={endpoint} />
            <WaitingDeliveries id={endpoint.id} />
          </Stack>
        </Surface>
      </Section>
      <Section title={t("receiver")} description={t("receiverWords")}>
        <SegmentedControl
          aria-label={t("framework")}
          value={framework}
          onChange={(value) => setFramework(value as ReceiverFramework)}
          data={receiverFrameworks.map((value) => ({ value, label: labels[value] }))}
          mb="sm"
        />
        <MonoBlock label={t("receiver")} wrap="never" onCopied={onCopied}>
          {receiverSnippet(endpoint, framework)}
        </MonoBlock>
      </Section>
    </>
  );
}
