"use client";
import { List } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { BatchPreview } from "./batch-preview.tsx";
import { useBatchPreview } from "./use-batch-preview.ts";
import { useStartBatches } from "./use-start-batches.ts";

/** Deletes domains: shows what becomes of each, and requires their number to be typed. */
export function BulkDeleteDialog(props: {
  rows: readonly { name: string }[];
  opened: boolean;
  onClose: () => void;
  onStarted: (ids: string[]) => void;
}) {
  const { rows, opened, onClose, onStarted } = props;
  const t = useTranslations("bulk");
  const names = rows.map(({ name }) => name);
  const start = useStartBatches(onStarted);
  const deletion = { deleted: true, confirmCount: names.length } as const;
  const preview = useBatchPreview(names, deletion, opened && !start.isPending);
  // Without a preview, all are sent, and each has its result.
  const deletable = preview.isError
    ? names
    : (preview.data ?? []).filter(({ wouldSucceed }) => wouldSucceed).map(({ domainName }) => domainName);
  const count = deletable.length;
  const phrase = t("deletePhrase", { count });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("title_deletion", { count: preview.isSuccess ? count : names.length })}
      size="lg"
      submission={start}
      isReady={count > 0}
      onConfirm={() => start.mutate([{ names: deletable, change: { ...deletion, confirmCount: count } }])}
      submitLabel={t("deleteConfirm", { count: preview.isSuccess ? count : names.length })}
      cancelLabel={t("keepDomains")}
      failedTitle={t("notStarted")}
      typed={
        count > 0
          ? {
              label: t("typeDelete", { phrase }),
              isRight: (words) => words.trim().replace(/\s+/g, " ").toLowerCase() === phrase,
            }
          : undefined
      }
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("words_deletion")}</List.Item>
        <List.Item>{t("deletionRefunds")}</List.Item>
      </List>
      <BatchPreview items={preview.data} isFailed={preview.isError} isDeletion />
    </ConfirmDialog>
  );
}
