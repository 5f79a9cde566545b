"use client";
import { Group, Radio, Stack, Text, Textarea } from "@mantine/core";
import { dsDigestTypes } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { algorithmLabel, digestTypeLabel } from "@/features/dnssec/ds-names.ts";
import { onTyped } from "@/ui/early-input/on-typed.ts";
import { DsUnderstood } from "./ds-understood.tsx";
import type { DsDraft } from "./use-ds-draft.ts";
import { usePasteAnywhere } from "./use-paste-anywhere.ts";

/** A field for a pasted DS or DNSKEY record, with the parsed result. */
export function DsPaste(props: {
  name: string;
  unicodeName: string;
  draft: DsDraft;
  digestTypes: readonly number[];
  takesKeys: boolean;
}) {
  const { name, unicodeName, draft, digestTypes, takesKeys } = props;
  const t = useTranslations("dnssec");
  const { pasted, read, chosen, digestType, understood, fieldErrors } = draft;
  usePasteAnywhere((text) => {
    draft.setPasted(text);
    draft.form.formRef.current?.querySelector("textarea")?.focus();
  });
  const isOnlyDs = takesKeys && understood?.from === "DS";
  return (
    <>
      <Textarea
        label={t(takesKeys ? "key" : "record")}
        description={t("recordHint")}
        autosize
        minRows={3}
        spellCheck={false}
        data-mono
        placeholder={
          takesKeys
            ? `${name}. 3600 IN DNSKEY 257 3 13 GojIhhXUN/u4…`
            : `${name}. 3600 IN DS 55648 13 2 B4C8C1FE2E74…`
        }
        value={pasted}
        {...onTyped(draft.setPasted)}
        error={
          pasted.trim() !== "" && read.records.length === 0
            ? (read.problem ?? t("notUnderstood"))
            : isOnlyDs
              ? t("needsKey")
              : undefined
        }
      />
      {read.records.length > 1 && !isOnlyDs ? (
        <Radio.Group
          label={t("whichRecord", { count: read.records.length })}
          value={String(chosen)}
          onChange={(value) => draft.choose(Number(value))}
        >
          <Stack gap={6} mt={6}>
            {read.records.map(({ ds }, index) => (
              <Radio
                key={`${ds.keyTag} ${ds.digestType} ${ds.digest}`}
                value={String(index)}
                label={`${ds.keyTag} · ${algorithmLabel(ds.algorithm)} · ${digestTypeLabel(ds.digestType)}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
      {understood?.from === "DNSKEY" && !takesKeys ? (
        <Radio.Group
          label={t("whichDigest")}
          value={String(digestType)}
          onChange={(value) => draft.setDigestType(Number(value))}
        >
          <Group gap="lg" mt={6}>
            {dsDigestTypes
              .filter((row) => row.publish === "yes" && digestTypes.includes(row.number))
              .map((row) => (
                <Radio key={row.number} value={String(row.number)} label={row.name} />
              ))}
          </Group>
        </Radio.Group>
      ) : null}
      {understood && !isOnlyDs ? (
        <DsUnderstood
          title={t("understood")}
          from={t(understood.from === "DNSKEY" ? "fromDnskey" : "fromDs")}
          ds={understood.ds}
        />
      ) : null}
      {read.otherOwner ? (
        <Text size="sm" c="var(--zp-bad)" role="alert">
          {t("otherOwner", { owner: read.otherOwner, name: unicodeName })}
        </Text>
      ) : null}
      {understood && fieldErrors.length > 0 ? (
        <Text size="sm" c="var(--zp-bad)" role="alert">
          {fieldErrors.join(" ")}
        </Text>
      ) : null}
    </>
  );
}
