"use client";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { webhookEndpointInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { webhookPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { CreateThenShowSecret } from "@/ui/form/create-then-show-secret.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Link } from "@/ui/link.tsx";
import { EndpointCreated } from "./endpoint-created.tsx";
import { EventPicker } from "./event-picker.tsx";
import { isFullUrl } from "./is-full-url.ts";

const initial: { url: string; description: string; events: string[] } = {
  url: "",
  description: "",
  events: ["*"],
};

export function NewEndpoint() {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial,
    schema: webhookEndpointInput.extend({
      url: webhookEndpointInput.shape.url.refine(isFullUrl, t("urlNotFull")),
    }),
    toInput: ({ description, ...values }) => (description.trim() ? { ...values, description } : values),
  });
  const create = useSubmit({
    ...trpc.webhooks.create.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.list.queryFilter()),
    form,
  });
  return (
    <CreateThenShowSecret
      title={t("add")}
      crumbs={[{ label: t("title"), href: "/webhooks" }]}
      form={form}
      submission={create}
      onSubmit={form.submit((input) => create.mutate(input))}
      submitLabel={t("create")}
      failedTitle={t("notCreated")}
      cancelHref="/webhooks"
      gap="lg"
      maxWidth={760}
      created={
        create.data && {
          title: t("createdTitle"),
          name: create.data.url,
          action: (
            <Button component={Link} href={webhookPath(create.data.id)}>
              {t("toEndpoint")}
            </Button>
          ),
          content: <EndpointCreated endpoint={create.data} />,
        }
      }
    >
      <TextInput
        label={t("url")}
        description={t("urlHint")}
        type="url"
        inputMode="url"
        placeholder="https://hooks.example.com/zonepost"
        autoFocus
        {...form.text("url")}
      />
      <TextInput label={t("description")} description={t("descriptionHint")} {...form.text("description")} />
      <EventPicker
        value={form.values.events}
        onChange={(events) => form.set("events", events)}
        error={form.error("events")}
      />
    </CreateThenShowSecret>
  );
}
