"use client";
import type { WebhookEndpointCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";
import { receiverSnippet } from "./receiver-snippet.ts";
import { TestEvent } from "./test-event/test-event.tsx";

/** The secret, shown once, with a receiver that uses it, and a test event for it. */
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
      <Section title={t("test")} description={t("testWords")}>
        <Surface>
          <TestEvent endpoint={endpoint} />
        </Surface>
      </Section>
    </>
  );
}
