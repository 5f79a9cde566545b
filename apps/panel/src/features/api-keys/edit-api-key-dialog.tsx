"use client";
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ApiKey, apiKeyPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { readIpRanges, writeIpRanges } from "./ip-ranges.ts";

/** What a key may do is settled when it is made: its name and from where it works can change. */
export function EditApiKeyDialog(props: { apiKey: ApiKey; opened: boolean; onClose: () => void }) {
  const { apiKey, opened, onClose } = props;
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { name: apiKey.name, ipRanges: writeIpRanges(apiKey.ipRanges) },
    schema: apiKeyPatch,
    toInput: ({ name, ipRanges }) => ({ name, ipRanges: readIpRanges(ipRanges) }),
  });
  const update = useMutation({
    ...trpc.apiKeys.update.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
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
        onSubmit={form.submit((patch) => update.mutate({ id: apiKey.id, patch }))}
      >
        <Stack gap="md">
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
