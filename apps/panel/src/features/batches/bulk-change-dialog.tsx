"use client";
import { Checkbox, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  type BatchContacts,
  type DomainBatchChange,
  domainBatchInput,
  domainBatchLimit,
  type NameserverInput,
} from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { problemOf } from "@/trpc/problem-of.ts";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { type BulkChange, changeOf } from "./batch-change.ts";
import { BatchPreview } from "./batch-preview.tsx";
import { ContactRoleFields } from "./contact-role-fields.tsx";
import { useBatchPreview } from "./use-batch-preview.ts";
import { useStartBatches } from "./use-start-batches.ts";

const typingPauseMs = 300;

/** Undefined while something is missing or wrong. */
function changeFrom(
  change: Exclude<BulkChange, "deletion">,
  entered: { nameservers: NameserverInput[]; isChecked: boolean; contacts: BatchContacts },
): DomainBatchChange | undefined {
  if (change !== "nameservers" && change !== "contacts") {
    return changeOf(change);
  }
  const { nameservers, isChecked, contacts } = entered;
  return domainBatchInput.shape.change.safeParse(
    change === "contacts"
      ? { contacts }
      : { nameservers, preflight: isChecked ? ("enforce" as const) : undefined },
  ).data;
}

export function BulkChangeDialog(props: {
  change: Exclude<BulkChange, "deletion">;
  rows: readonly { name: string }[];
  opened: boolean;
  onClose: () => void;
  onStarted: (ids: string[]) => void;
}) {
  const { change, rows, opened, onClose, onStarted } = props;
  const t = useTranslations("bulk");
  const [hosts, setHosts] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isChecked, setIsChecked] = useState(true);
  const [contacts, setContacts] = useState<BatchContacts>({});
  const start = useStartBatches(onStarted);
  const names = useMemo(() => rows.map(({ name }) => name), [rows]);
  const nameservers = hosts.split(/[\s,;]+/).flatMap((host) => (host ? [{ host, addresses: [] }] : []));
  const wanted = changeFrom(change, { nameservers, isChecked, contacts });
  const [settled] = useDebouncedValue(JSON.stringify(wanted), typingPauseMs);
  const isSettled = wanted !== undefined && settled === JSON.stringify(wanted);
  const preview = useBatchPreview(names, wanted, opened && isSettled && !start.isPending);
  const begin = () => {
    if (wanted) {
      return start.mutate([{ names, change: wanted }]);
    }
    if (change === "contacts") {
      return setProblem(t("contactsMissing"));
    }
    const wrong = nameservers.find(({ host }) => !domainBatchInput.shape.names.safeParse([host]).success);
    setProblem(wrong ? t("wrongHost", { host: wrong.host }) : t("hostsMissing"));
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(`title_${change}`, { count: rows.length })}
      submission={start}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
      submitLabel={t("confirm", { count: rows.length })}
      failedTitle={t("notStarted")}
      size="lg"
      isDirty={hosts !== "" || Object.values(contacts).some(Boolean)}
      onReset={() => {
        setHosts("");
        setContacts({});
        setProblem(undefined);
      }}
    >
      <Text size="sm">{t(`words_${change}`)}</Text>
      {change === "contacts" ? (
        <ContactRoleFields
          contacts={contacts}
          onChange={(chosen) => {
            setContacts(chosen);
            setProblem(undefined);
          }}
          error={problem}
        />
      ) : null}
      {change === "nameservers" ? (
        <>
          <Textarea
            label={t("hosts")}
            description={t("hostsHint")}
            placeholder={"ns1.example.net\nns2.example.net"}
            autosize
            minRows={3}
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
            value={hosts}
            onChange={(event) => {
              setHosts(event.currentTarget.value);
              setProblem(undefined);
            }}
            error={
              problem ??
              (start.error
                ? problemOf(start.error).errors.find(({ pointer }) => pointer.includes("nameservers"))
                    ?.message
                : undefined)
            }
          />
          <Checkbox
            checked={isChecked}
            onChange={(event) => setIsChecked(event.currentTarget.checked)}
            label={t("checkFirst")}
            description={t("checkFirstHint")}
          />
        </>
      ) : null}
      {wanted ? <BatchPreview items={preview.data} isFailed={preview.isError} /> : null}
      {rows.length > domainBatchLimit ? (
        <Text size="sm" c="dimmed">
          {t("inPortions", { count: Math.ceil(rows.length / domainBatchLimit), limit: domainBatchLimit })}
        </Text>
      ) : null}
    </FormDialog>
  );
}
