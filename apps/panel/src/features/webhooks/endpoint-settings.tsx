"use client";
import { Anchor, Button, Group } from "@mantine/core";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { rotationSectionId } from "./rotation/rotation-section.tsx";
import { Tags } from "./tags.tsx";

const RotateSecretDialog = lazyDialog(() =>
  import("./rotation/rotate-secret-dialog.tsx").then((module) => module.RotateSecretDialog),
);

export function EndpointSettings({ endpoint, onEdit }: { endpoint: WebhookEndpoint; onEdit: () => void }) {
  const t = useTranslations("webhooks");
  const right = useRight("webhooks:write");
  const [isRotating, setIsRotating] = useState(false);
  return (
    <Section
      title={t("settings")}
      action={
        right.has ? (
          <Group gap="xs">
            <Button
              variant="default"
              disabled={endpoint.rotation !== null}
              onClick={() => setIsRotating(true)}
            >
              {t("rotate")}
            </Button>
            <Button variant="default" onClick={onEdit}>
              {t("edit")}
            </Button>
          </Group>
        ) : null
      }
    >
      <Surface>
        <Facts
          facts={[
            { name: t("created"), value: <Moment at={endpoint.createdAt} /> },
            { name: t("order"), value: endpoint.ordered ? t("orderKept") : t("orderFree") },
            { name: t("tags"), value: endpoint.tags.length > 0 ? <Tags tags={endpoint.tags} /> : t("none") },
            {
              name: t("signingSecret"),
              value: endpoint.rotation ? (
                <Anchor href={`#${rotationSectionId}`} inherit>
                  {t("rotating")}
                </Anchor>
              ) : (
                t("secretHidden")
              ),
            },
            { name: t("id"), wide: true, value: <Mono label={t("id")}>{endpoint.id}</Mono> },
            {
              name: t("events"),
              wide: true,
              value: endpoint.events.includes("*")
                ? t("allEvents")
                : endpoint.events.map((event) => (
                    <code key={event} style={{ display: "block" }}>
                      {event}
                    </code>
                  )),
            },
          ]}
        />
      </Surface>
      <RotateSecretDialog endpoint={endpoint} opened={isRotating} onClose={() => setIsRotating(false)} />
    </Section>
  );
}
