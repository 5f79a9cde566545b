"use client";
import { Anchor, List, Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RecordSet } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { Notice } from "@/ui/notices/notice.tsx";
import { changesOf, conflictsOf, type Draft, keyOf } from "../records/draft.ts";
import { useRefreshZone } from "../use-refresh-zone.ts";
import { atVersion } from "./at-version.ts";
import { MessageField, messageOf } from "./message-field.tsx";
import { PublishFailure } from "./publish-failure.tsx";
import { RecordDiff } from "./record-diff.tsx";

const previewKey = "zone-change-preview";

/** The server's answer to the draft, before anything is published. */
export function ReviewDialog(props: {
  zoneName: string;
  records: readonly RecordSet[];
  draft: Draft;
  onEdit: (key: string) => void;
  onPublished: () => void;
  opened: boolean;
  onClose: () => void;
}) {
  const { zoneName, records, onEdit, onPublished, opened, onClose } = props;
  const t = useTranslations("zoneRecords");
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const refresh = useRefreshZone();
  const [message, setMessage] = useState("");
  const draft = useKeptWhileClosing(opened ? props.draft : undefined) ?? props.draft;
  const changes = changesOf(draft);
  const preview = useQuery({
    queryKey: [previewKey, zoneName, changes],
    queryFn: () => client.zones.previewChange.mutate({ zoneName, changes }),
    enabled: opened && changes.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const publish = useSubmit({
    mutationFn: ({ version, ...input }: { version: number; message: string | undefined }) =>
      client.zones.change.mutate({ zoneName, changes, ...input }, atVersion(version)),
    onSuccess: async () => {
      onPublished();
      onClose();
      await refresh();
    },
    onError: async () => {
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: [previewKey] })]);
    },
  });
  const conflicts = new Set(conflictsOf(draft, records).map(keyOf));
  const isReady = preview.data !== undefined && !preview.isFetching && preview.data.diff.length > 0;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t("reviewTitle")}
      submission={publish}
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.data && isReady) {
          publish.mutate({ version: preview.data.previousVersion, message: messageOf(message) });
        }
      }}
      submitLabel={t("publish")}
      cancelLabel={t("keepEditing")}
      failedTitle={t("notPublished")}
      failure={publish.failure ? <PublishFailure failure={publish.failure} /> : undefined}
      isReady={isReady}
      onReset={() => setMessage("")}
    >
      {conflicts.size > 0 ? (
        <Notice title={t("conflictTitle")}>{t("conflict", { count: conflicts.size })}</Notice>
      ) : null}
      {preview.isError ? (
        <Refused error={preview.error} draft={draft} onEdit={onEdit} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <RecordDiff
          diff={preview.data.diff}
          warnings={preview.data.warnings}
          note={(difference) =>
            conflicts.has(keyOf(difference)) ? (
              <Text size="xs" c="var(--zp-warn)">
                {t("conflictHere")}
              </Text>
            ) : null
          }
        />
      ) : (
        <Skeleton height={120} radius="md" aria-busy />
      )}
      <MessageField value={message} onChange={setMessage} />
    </FormDialog>
  );
}

/** The mistakes that only the server finds, each with its way back to the record. */
function Refused(props: {
  error: unknown;
  draft: Draft;
  onEdit: (key: string) => void;
  onRetry: () => void;
}) {
  const { error, draft, onEdit, onRetry } = props;
  const t = useTranslations("zoneRecords");
  const { errors } = problemOf(error);
  if (errors.length === 0) {
    return <Failure error={error} title={t("noPreview")} onRetry={onRetry} />;
  }
  return (
    <div role="alert">
      <Text size="sm" fw={500} mb={8}>
        {t("refused", { count: errors.length })}
      </Text>
      <List size="sm" spacing={6}>
        {errors.map(({ pointer, message }) => {
          const change = draft[Number(/^\/changes\/(\d+)/.exec(pointer)?.[1])];
          return (
            <List.Item key={`${pointer} ${message}`}>
              {message}{" "}
              {change ? (
                <Anchor component="button" type="button" size="sm" onClick={() => onEdit(keyOf(change))}>
                  {t("editOne", { name: change.name, type: change.type })}
                </Anchor>
              ) : null}
            </List.Item>
          );
        })}
      </List>
    </div>
  );
}
