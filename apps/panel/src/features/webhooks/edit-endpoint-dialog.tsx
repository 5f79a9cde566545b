"use client";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type WebhookEndpoint, webhookEndpointPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { EventPicker } from "./event-picker.tsx";
import { isFullUrl } from "./is-full-url.ts";

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
    schema: webhookEndpointPatch.safeExtend({
      url: webhookEndpointPatch.shape.url.refine(isFullUrl, t("urlNotFull")),
    }),
  });
  const update = useSubmit({
    ...trpc.webhooks.update.mutationOptions(),
    form,
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.webhooks.pathFilter());
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("editTitle")}
      form={form}
      submission={update}
      onSubmit={form.submit((patch) => update.mutate({ id: endpoint.id, ...patch }))}
      submitLabel={t("save")}
      failedTitle={t("notChanged")}
    >
      <TextInput label={t("url")} type="url" inputMode="url" data-autofocus {...form.text("url")} />
      <TextInput label={t("description")} {...form.text("description")} />
      <EventPicker
        value={form.values.events}
        onChange={(events) => form.set("events", events)}
        error={form.error("events")}
      />
    </FormDialog>
  );
}
