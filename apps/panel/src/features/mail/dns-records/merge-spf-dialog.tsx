"use client";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MailSpfMerge } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { MailSectionSkeleton } from "../mail-section-skeleton.tsx";
import { useMailChanged } from "../use-mail-changed.ts";
import { Side } from "./both-sides.tsx";
import { SpfLookups } from "./spf-lookups.tsx";

type MergeSpfDialogProps = { domainName: string; opened: boolean; onClose: () => void };

/** The record before and after, and its DNS lookups. What is confirmed is what is shown. */
export function MergeSpfDialog({ domainName, opened, onClose }: MergeSpfDialogProps) {
  const t = useTranslations("mailDns");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const preview = useQuery({ ...trpc.mail.spfMerge.queryOptions({ domainName }), enabled: opened });
  const merge = useSubmit({
    ...trpc.mail.mergeSpf.mutationOptions(),
    onError: () => void preview.refetch(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  const { data: merged, isFetching } = preview;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("mergeTitle", { name: toUnicodeName(domainName) })}
      submission={merge}
      isDangerous={false}
      focus="submit"
      isReady={merged !== undefined && !isFetching && merged.problem === null}
      onConfirm={() => merge.mutate({ domainName, record: merged?.after })}
      submitLabel={t("mergeSubmit")}
      failedTitle={t("notMerged")}
    >
      <QueryView query={preview} skeleton={<MailSectionSkeleton />}>
        {(shown) => <Merge merged={shown} />}
      </QueryView>
    </ConfirmDialog>
  );
}

function Merge({ merged: { before, after, lookups, problem } }: { merged: MailSpfMerge }) {
  const t = useTranslations("mailDns");
  return (
    <Stack gap="sm">
      <Text size="sm">{t("mergeWords")}</Text>
      <Side title={t("mergeBefore")} label={t("mergeBefore")}>
        {before.length === 0 ? t("nothing") : before.join("\n")}
      </Side>
      <Side title={t("mergeAfter")} label={t("mergeAfter")}>
        {after}
      </Side>
      <SpfLookups lookups={lookups} />
      {problem === null ? null : (
        <Notice title={t("mergeRefused")}>
          <Text size="sm">{problem}</Text>
        </Notice>
      )}
    </Stack>
  );
}
