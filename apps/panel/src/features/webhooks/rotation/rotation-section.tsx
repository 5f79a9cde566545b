"use client";
import { Button, Group, List, Stack } from "@mantine/core";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

const SwitchSecretDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((module) => module.SwitchSecretDialog),
);
const CancelSecretRotationDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((module) => module.CancelSecretRotationDialog),
);

export const rotationSectionId = "secret-rotation";

/** The remaining steps of a rotation, for everyone who opens the endpoint while both secrets sign. */
export function RotationSection({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("webhooks");
  const right = useRight("webhooks:write");
  const [opened, setOpened] = useState<"switch" | "cancel">();
  const close = () => setOpened(undefined);
  const endsAt = endpoint.rotation?.endsAt;
  return (
    <>
      {endsAt ? (
        <Section id={rotationSectionId} title={t("rotation")} description={t("rotationWords")}>
          <Surface>
            <Stack gap="md">
              <List type="ordered" size="sm" spacing={8}>
                <List.Item>{t("rotationAdd")}</List.Item>
                <List.Item>
                  {/* Without the date: it's in real time, while the sandbox's other dates may be on its moved clock. */}
                  {t.rich("rotationSwitch", {
                    distance: () => <RelativeMoment at={endsAt} isWall />,
                  })}
                </List.Item>
                <List.Item>{t("rotationRemove")}</List.Item>
              </List>
              <Group gap="xs">
                <Button disabled={!right.has} onClick={() => setOpened("switch")}>
                  {t("acceptsBoth")}
                </Button>
                <Button variant="default" disabled={!right.has} onClick={() => setOpened("cancel")}>
                  {t("cancelRotation")}
                </Button>
              </Group>
            </Stack>
          </Surface>
        </Section>
      ) : null}
      <SwitchSecretDialog endpoint={endpoint} opened={opened === "switch"} onClose={close} />
      <CancelSecretRotationDialog endpoint={endpoint} opened={opened === "cancel"} onClose={close} />
    </>
  );
}
