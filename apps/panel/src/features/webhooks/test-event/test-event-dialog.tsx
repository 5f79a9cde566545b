"use client";
import { Stack, Text } from "@mantine/core";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Dialog } from "@/ui/frame/dialog.tsx";
import { TestEvent } from "./test-event.tsx";

export function TestEventDialog(props: { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void }) {
  const { endpoint, opened, onClose } = props;
  const t = useTranslations("webhooks");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("test")} size="lg">
      <Stack gap="md">
        <Text size="sm">{t("testWords")}</Text>
        <TestEvent endpoint={endpoint} />
      </Stack>
    </Dialog>
  );
}
