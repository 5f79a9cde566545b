"use client";
import { Group, Radio, Skeleton, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { ZoneFileField } from "../creation/zone-file-field.tsx";
import { useRefreshZone } from "../use-refresh-zone.ts";
import { atVersion } from "./at-version.ts";
import { MessageField, messageOf } from "./message-field.tsx";
import { PublishFailure } from "./publish-failure.tsx";
import { RecordDiff } from "./record-diff.tsx";
import { SkippedRecords } from "./skipped-records.tsx";

const previewKey = "zone-import-preview";
const typingPauseMs = 350;

type Mode = "merge" | "replace";

/** Imports a zone file, with a preview that follows the text. */
export function ImportDialog(props: {
  zoneName: string;
  /** What was pasted into the page. */
  text: string;
  hasDraft: boolean;
  opened: boolean;
  onClose: () => void;
}) {
  const { zoneName, text, hasDraft, opened, onClose } = props;
  const t = useTranslations("zoneRecords");
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const refresh = useRefreshZone();
  const [typed, setTyped] = useState<string>();
  const [mode, setMode] = useState<Mode>("merge");
  const [message, setMessage] = useState("");
  const zoneFile = typed ?? text;
  const [asked] = useDebouncedValue(zoneFile, typingPauseMs);
  const preview = useQuery({
    queryKey: [previewKey, zoneName, mode, asked],
    queryFn:
      asked.trim() === ""
        ? skipToken
        : () => client.zones.previewImport.mutate({ zoneName, zoneFile: asked, mode }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const run = useSubmit({
    mutationFn: ({ version, ...input }: { version: number; mode: Mode; message: string | undefined }) =>
      client.zones.import.mutate({ zoneName, zoneFile, ...input }, atVersion(version)),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
    onError: async () => {
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: [previewKey] })]);
    },
  });
  const isCurrent = asked === zoneFile && !preview.isFetching;
  const shown = preview.data;
  const isReady = isCurrent && shown !== undefined && shown.diff.length > 0;
  const errors = preview.isError && asked === zoneFile ? problemOf(preview.error).errors : [];
  const deletions = shown?.diff.filter(({ after }) => after === null).length ?? 0;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t("importTitle")}
      submission={run}
      onSubmit={(event) => {
        event.preventDefault();
        if (shown && isReady) {
          run.mutate({ version: shown.previousVersion, mode, message: messageOf(message) });
        }
      }}
      submitLabel={t("publish")}
      failedTitle={t("notPublished")}
      failure={run.failure ? <PublishFailure failure={run.failure} /> : undefined}
      isReady={isReady}
      isDangerous={mode === "replace" && deletions > 0}
      isDirty={typed !== undefined && typed !== ""}
      onReset={() => {
        setTyped(undefined);
        setMode("merge");
        setMessage("");
      }}
    >
      <ZoneFileField
        label={t("zoneFile")}
        description={t("zoneFileHint")}
        value={zoneFile}
        onChange={setTyped}
        errors={errors}
        autoFocus
      />
      <Radio.Group label={t("mode")} value={mode} onChange={(chosen) => setMode(chosen as Mode)}>
        <Group gap="xl" mt={6}>
          <Radio value="merge" label={t("mode_merge")} description={t("modeHint_merge")} />
          <Radio value="replace" label={t("mode_replace")} description={t("modeHint_replace")} />
        </Group>
      </Radio.Group>
      {hasDraft ? (
        <Text size="sm" c="dimmed">
          {t("draftStays")}
        </Text>
      ) : null}
      {preview.isError ? (
        errors.length === 0 && isCurrent ? (
          <Failure error={preview.error} title={t("noPreview")} onRetry={() => void preview.refetch()} />
        ) : null
      ) : shown ? (
        <>
          <RecordDiff diff={shown.diff} warnings={shown.warnings} />
          <SkippedRecords skipped={shown.skipped} />
        </>
      ) : preview.isFetching ? (
        <Skeleton height={96} radius="md" aria-busy />
      ) : null}
      <MessageField value={message} onChange={setMessage} />
    </FormDialog>
  );
}
