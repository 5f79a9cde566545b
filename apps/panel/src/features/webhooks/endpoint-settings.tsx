"use client";
import { Button } from "@mantine/core";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { Tags } from "./tags.tsx";

export function EndpointSettings({ endpoint, onEdit }: { endpoint: WebhookEndpoint; onEdit: () => void }) {
  const t = useTranslations("webhooks");
  return (
    <Section
      title={t("settings")}
      action={
        <Button variant="default" onClick={onEdit}>
          {t("edit")}
        </Button>
      }
    >
      <Surface>
        <Facts
          facts={[
            { name: t("created"), value: <Moment at={endpoint.createdAt} /> },
            { name: t("order"), value: endpoint.ordered ? t("orderKept") : t("orderFree") },
            { name: t("tags"), value: endpoint.tags.length > 0 ? <Tags tags={endpoint.tags} /> : t("none") },
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
    </Section>
  );
}
