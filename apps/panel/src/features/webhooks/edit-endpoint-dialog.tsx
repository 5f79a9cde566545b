"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { EndpointFields, useEndpointForm } from "./endpoint-form/endpoint-fields.tsx";

export function EditEndpointDialog(props: {
  endpoint: WebhookEndpoint;
  opened: boolean;
  onClose: () => void;
}) {
  const { endpoint, opened, onClose } = props;
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useEndpointForm(endpoint);
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
      <EndpointFields form={form} ownId={endpoint.id} />
    </FormDialog>
  );
}
