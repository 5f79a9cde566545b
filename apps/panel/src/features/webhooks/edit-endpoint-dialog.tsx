"use client";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type WebhookEndpoint, webhookEndpointPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { EventPicker } from "./event-picker.tsx";

export function EditEndpointDialog(props: {
  endpoint: WebhookEndpoint;
  opened: boolean;
  onClose: () => void;
}) {
  const { endpoint, opened, onClose } = props;
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { url: endpoint.url, description: endpoint.description, events: endpoint.events },
    schema: webhookEndpointPatch,
  });
  const update = useMutation({
    ...trpc.webhooks.update.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.webhooks.pathFilter());
      onClose();
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = update.error && problemOf(update.error).errors.length === 0 ? update.error : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("editTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        form.reset();
        update.reset();
      }}
    >
      <form
        ref={form.formRef}
        noValidate
        onSubmit={form.submit((patch) => update.mutate({ id: endpoint.id, ...patch }))}
      >
        <Stack gap="md">
          <TextInput label={t("url")} type="url" inputMode="url" data-autofocus {...form.text("url")} />
          <TextInput label={t("description")} {...form.text("description")} />
          <EventPicker
            value={form.values.events}
            onChange={(events) => form.set("events", events)}
            error={form.error("events")}
          />
          {failure ? <Failure error={failure} title={t("notChanged")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={update.isPending}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
