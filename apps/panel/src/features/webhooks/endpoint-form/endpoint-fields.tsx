"use client";
import { Checkbox, TextInput } from "@mantine/core";
import { type WebhookEndpoint, webhookEndpointInput, webhookTagLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useForm } from "@/ui/form/use-form.ts";
import { EventPicker } from "./event-picker.tsx";
import { KnownUrl } from "./known-url.tsx";

type Values = Pick<WebhookEndpoint, "url" | "description" | "events" | "ordered"> & { tags: string };

const toInput = ({ tags, ...values }: Values) => ({
  ...values,
  tags: tags.split(",").filter((tag) => tag.trim() !== ""),
});

/** The form of an endpoint's settings, for a new one and for changes. */
export function useEndpointForm(
  initial: Pick<WebhookEndpoint, "url" | "description" | "events" | "ordered" | "tags">,
) {
  const { url, description, events, ordered, tags } = initial;
  return useForm({
    initial: { url, description, events, ordered, tags: tags.join(", ") },
    schema: webhookEndpointInput,
    toInput,
    isSentWithErrors: true,
  });
}

export function EndpointFields({
  form,
  ownId,
}: {
  form: ReturnType<typeof useEndpointForm>;
  /** Of the endpoint that is edited. */
  ownId?: string;
}) {
  const t = useTranslations("webhooks");
  return (
    <>
      <div>
        <TextInput
          label={t("url")}
          description={t("urlHint")}
          type="url"
          inputMode="url"
          placeholder="https://hooks.example.com/zonepost"
          data-autofocus
          autoFocus
          {...form.text("url")}
        />
        <KnownUrl typed={form.values.url} ownId={ownId} />
      </div>
      <TextInput label={t("description")} description={t("descriptionHint")} {...form.text("description")} />
      <TextInput
        label={t("tags")}
        description={t("tagsHint", { max: webhookTagLimit })}
        {...form.text("tags")}
      />
      <EventPicker
        value={form.values.events}
        onChange={(events) => form.set("events", events)}
        error={form.error("events")}
      />
      <Checkbox
        label={t("ordered")}
        description={t("orderedHint")}
        checked={form.values.ordered}
        onChange={(event) => form.set("ordered", event.currentTarget.checked)}
      />
    </>
  );
}
