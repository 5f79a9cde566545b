"use client";
import { Checkbox, Text, Textarea } from "@mantine/core";
import { domainBatchInput, domainBatchLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListedDomain } from "@/features/domains/domain-filters.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { type BulkChange, changeOf } from "./batch-change.ts";
import { useStartBatches } from "./use-start-batches.ts";

const namesShown = 8;

export function BulkChangeDialog(props: {
  change: BulkChange;
  rows: ListedDomain[];
  opened: boolean;
  onClose: () => void;
  onStarted: (ids: string[]) => void;
}) {
  const { change, rows, opened, onClose, onStarted } = props;
  const t = useTranslations("bulk");
  const [hosts, setHosts] = useState("");
  const [hostProblem, setHostProblem] = useState<string>();
  const [isChecked, setIsChecked] = useState(true);
  const start = useStartBatches(onStarted);
  const begin = () => {
    const names = rows.map(({ name }) => name);
    if (change !== "nameservers") {
      return start.mutate([{ names, change: changeOf(change) }]);
    }
    const nameservers = hosts.split(/[\s,;]+/).flatMap((host) => (host ? [{ host, addresses: [] }] : []));
    const { shape } = domainBatchInput;
    const parsed = shape.change.safeParse({
      nameservers,
      preflight: isChecked ? "enforce" : undefined,
    });
    if (parsed.success) {
      return start.mutate([{ names, change: parsed.data }]);
    }
    const wrong = nameservers.find(({ host }) => !shape.names.safeParse([host]).success);
    setHostProblem(wrong ? t("wrongHost", { host: wrong.host }) : t("hostsMissing"));
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
      isDirty={hosts !== ""}
      onReset={() => setHosts("")}
    >
      <Text size="sm">{t(`words_${change}`)}</Text>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {rows
          .slice(0, namesShown)
          .map(({ unicodeName }) => unicodeName)
          .join(", ")}
        {rows.length > namesShown ? ` ${t("andMore", { count: rows.length - namesShown })}` : ""}
      </Text>
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
              setHostProblem(undefined);
            }}
            error={
              hostProblem ??
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
      {rows.length > domainBatchLimit ? (
        <Text size="sm" c="dimmed">
          {t("inPortions", { count: Math.ceil(rows.length / domainBatchLimit), limit: domainBatchLimit })}
        </Text>
      ) : null}
    </FormDialog>
  );
}
