"use client";
import { Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { atVersion } from "../review/at-version.ts";
import { MessageField, messageOf } from "../review/message-field.tsx";
import { PublishFailure } from "../review/publish-failure.tsx";
import { RecordDiff } from "../review/record-diff.tsx";
import { useRefreshZone } from "../use-refresh-zone.ts";

const previewKey = "zone-restore-preview";

/** Publishes the records of an old version as a new one, after a preview. */
export function RestoreVersionDialog(props: {
  zoneName: string;
  version: number;
  opened: boolean;
  onClose: () => void;
  onRestored: () => void;
}) {
  const { zoneName, version, opened, onClose, onRestored } = props;
  const t = useTranslations("zoneHistory");
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const refresh = useRefreshZone();
  const [message, setMessage] = useState("");
  const preview = useQuery({
    queryKey: [previewKey, zoneName, version],
    queryFn: () => client.zones.previewRestore.mutate({ zoneName, version }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const restore = useSubmit({
    mutationFn: (input: { present: number; message: string | undefined }) =>
      client.zones.restore.mutate({ zoneName, version, message: input.message }, atVersion(input.present)),
    onSuccess: async () => {
      onClose();
      onRestored();
      await refresh();
    },
    onError: async () => {
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: [previewKey] })]);
    },
  });
  const shown = preview.data;
  const isReady = shown !== undefined && !preview.isFetching && shown.diff.length > 0;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t("restoreTitle", { version })}
      submission={restore}
      onSubmit={(event) => {
        event.preventDefault();
        if (shown && isReady) {
          restore.mutate({ present: shown.previousVersion, message: messageOf(message) });
        }
      }}
      submitLabel={t("restoreSubmit")}
      failedTitle={t("notRestored")}
      failure={restore.failure ? <PublishFailure failure={restore.failure} /> : undefined}
      isReady={isReady}
      onReset={() => setMessage("")}
    >
      <Text size="sm">{t("restoreWords")}</Text>
      {preview.isError ? (
        <Failure error={preview.error} title={t("noPreview")} onRetry={() => void preview.refetch()} />
      ) : shown ? (
        <RecordDiff diff={shown.diff} warnings={shown.warnings} />
      ) : (
        <Skeleton height={120} radius="md" aria-busy />
      )}
      <MessageField value={message} onChange={setMessage} />
    </FormDialog>
  );
}
