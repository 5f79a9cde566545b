"use client";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { dnssecAlgorithms, dsDigestTypes } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { algorithmLabel, digestTypeLabel } from "@/features/dnssec/ds-names.ts";
import classes from "./add-ds-form.module.css";
import type { DsDraft } from "./use-ds-draft.ts";

/** The publishable values, plus the selected one. */
const choices = (
  table: readonly { number: number; publish: string }[],
  words: (number: number) => string,
  chosen: string,
) =>
  table
    .filter((row) => row.publish !== "no" || String(row.number) === chosen)
    .map((row) => ({ value: String(row.number), label: words(row.number) }));

export function DsFields({ form }: { form: DsDraft["form"] }) {
  const t = useTranslations("dnssec");
  return (
    <div className={classes.fields}>
      <TextInput
        label={t("keyTag")}
        description={t("keyTagHint")}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.text("keyTag")}
      />
      <NativeSelect
        label={t("algorithm")}
        description={t("algorithmHint")}
        data={choices(dnssecAlgorithms, algorithmLabel, form.values.algorithm)}
        {...form.text("algorithm")}
      />
      <NativeSelect
        label={t("digestType")}
        description={t("digestTypeHint")}
        data={choices(dsDigestTypes, digestTypeLabel, form.values.digestType)}
        {...form.text("digestType")}
      />
      <Textarea
        className={classes.digest}
        label={t("digest")}
        description={t("digestHint")}
        autosize
        minRows={2}
        autoComplete="off"
        spellCheck={false}
        data-mono
        {...form.text("digest")}
      />
    </div>
  );
}
