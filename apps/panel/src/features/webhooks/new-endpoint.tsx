"use client";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { webhookEndpointInput } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { EndpointCreated } from "./endpoint-created.tsx";
import { EventPicker } from "./event-picker.tsx";

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
    schema: webhookEndpointInput,
    toInput: ({ description, ...values }) => (description.trim() ? { ...values, description } : values),
  });
  const create = useSubmit({
    ...trpc.webhooks.create.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.list.queryFilter()),
    form,
  });
  const crumbs = [{ label: t("title"), href: "/webhooks" }];
  if (create.data) {
    return <EndpointCreated endpoint={create.data} crumbs={crumbs} />;
  }
  return (
    <>
      <PageHeader title={t("add")} crumbs={crumbs} />
      <Surface>
        <form ref={form.formRef} noValidate onSubmit={form.submit((input) => create.mutate(input))}>
          <Stack gap="lg" maw={760}>
            <TextInput
              label={t("url")}
              description={t("urlHint")}
              type="url"
              inputMode="url"
              placeholder="https://hooks.example.com/zonepost"
              autoFocus
              {...form.text("url")}
            />
            <TextInput
              label={t("description")}
              description={t("descriptionHint")}
              {...form.text("description")}
            />
            <EventPicker
              value={form.values.events}
              onChange={(events) => form.set("events", events)}
              error={form.error("events")}
            />
            {create.failure ? <FailureAlert failure={create.failure} title={t("notCreated")} /> : null}
            <Group gap="xs">
              <Button type="submit" loading={create.isPending}>
                {t("create")}
              </Button>
              <Button component={Link} href="/webhooks" variant="default">
                {t("cancel")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Surface>
    </>
  );
}
