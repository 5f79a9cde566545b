"use client";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { webhookPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { CreateThenShowSecret } from "@/ui/form/create-then-show-secret.tsx";
import { Link } from "@/ui/link.tsx";
import { EndpointFields, useEndpointForm } from "../endpoint-form/endpoint-fields.tsx";
import { EndpointCreated } from "./endpoint-created.tsx";

const empty = { url: "", description: "", tags: [], events: ["*"], ordered: false };

export function NewEndpoint() {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useEndpointForm(empty);
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
            <Button component={Link} href={webhookPath(create.data.id)} data-discards>
              {create.data.secret ? t("secretCopied") : t("toEndpoint")}
            </Button>
          ),
          content: <EndpointCreated endpoint={create.data} />,
        }
      }
    >
      <EndpointFields form={form} />
    </CreateThenShowSecret>
  );
}
