"use client";
import { Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ApiKey, type ApiKeyPatch, apiKeyPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { readIpRanges, writeIpRanges } from "./ip-ranges.ts";

export function EditApiKeyDialog(props: { apiKey: ApiKey; opened: boolean; onClose: () => void }) {
  const { apiKey, opened, onClose } = props;
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { name: apiKey.name, ipRanges: writeIpRanges(apiKey.ipRanges) },
    schema: apiKeyPatch,
    toInput: ({ name, ipRanges }) => ({ name, ipRanges: readIpRanges(ipRanges) }),
  });
  const update = useSubmit({
    mutationFn: (patch: ApiKeyPatch) => client.apiKeys.update.mutate({ id: apiKey.id, ...patch }),
    form,
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
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
      onSubmit={form.submit((patch) => update.mutate(patch))}
      submitLabel={t("save")}
      failedTitle={t("notChanged")}
    >
      <TextInput label={t("name")} autoComplete="off" data-autofocus {...form.text("name")} />
      <Textarea
        label={t("ipRanges")}
        description={t("ipRangesHint")}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...form.text("ipRanges")}
      />
      <Text size="sm" c="dimmed">
        {t("editOther")}
      </Text>
    </FormDialog>
  );
}
