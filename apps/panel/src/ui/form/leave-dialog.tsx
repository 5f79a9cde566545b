"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Dialog } from "@/ui/frame/dialog.tsx";

/** Asks before unsaved input is discarded, over the dialog that may hold it. */
export function LeaveDialog(props: {
  opened: boolean;
  title: string;
  words: string;
  stayLabel: string;
  onClose: () => void;
  onLeave: () => void;
}) {
  const { opened, title, words, stayLabel, onClose, onLeave } = props;
  const t = useTranslations("ui");
  return (
    <Dialog opened={opened} onClose={onClose} title={title} zIndex={450}>
      <Stack gap="md">
        <Text size="sm">{words}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {stayLabel}
          </Button>
          <Button color="red.8" onClick={onLeave}>
            {t("leave")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
