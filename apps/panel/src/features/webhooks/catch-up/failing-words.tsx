"use client";
import { useQuery } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { NextAttempt } from "../deliveries/next-attempt.tsx";
import { deactivationFailures } from "../endpoint-status.tsx";

/** What a catch-up does while its receiver is down. The endpoint's health refetches the time of the next attempt. */
export function FailingWords({ endpoint: { id, consecutiveFailures } }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { data: health } = useQuery(trpc.webhooks.health.queryOptions({ id }));
  const next = health?.nextAttemptAt;
  return (
    <>
      {t("catchUpFailing")}{" "}
      {next ? t.rich("catchUpNextAttempt", { when: () => <NextAttempt at={next} /> }) : null}{" "}
      {t("catchUpFailuresLeft", { count: Math.max(deactivationFailures - consecutiveFailures, 1) })}
    </>
  );
}
