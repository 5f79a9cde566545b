"use client";
import {
  Button,
  Group,
  NativeSelect,
  Radio,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DnssecChangeResult, dnssecAlgorithms, dsDigestTypes, dsRecordInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Failure } from "@/app/_parts/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { Surface } from "@/ui/surface.tsx";
import { useForm } from "@/ui/use-form.ts";
import classes from "./add-ds-form.module.css";
import { algorithmWords, digestTypeWords } from "./ds-names.ts";
import { type ReadRecord, readRecords } from "./read-record.ts";

const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

const blank = { keyTag: "", algorithm: "13", digestType: "2", digest: "" };
type Values = typeof blank;
const toInput = (values: Values) => ({
  keyTag: number(values.keyTag),
  algorithm: number(values.algorithm),
  digestType: number(values.digestType),
  digest: values.digest,
});

const choices = (
  table: readonly { number: number; publish: string }[],
  words: (number: number) => string,
  chosen: string,
) =>
  table
    .filter((row) => row.publish !== "no" || String(row.number) === chosen)
    .map((row) => ({ value: String(row.number), label: words(row.number) }));

export function AddDsForm(props: {
  name: string;
  onPublished: (result: DnssecChangeResult) => void;
  onCancel?: () => void;
}) {
  const { name, onPublished, onCancel } = props;
  const t = useTranslations("dnssec");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [way, setWay] = useState<"fields" | "paste">("fields");
  const [pasted, setPasted] = useState("");
  const [read, setRead] = useState<ReadRecord[]>([]);
  const [chosen, setChosen] = useState(0);
  const form = useForm({ initial: blank, schema: dsRecordInput, toInput });

  const publish = useMutation({
    ...trpc.domains.publishDsRecord.mutationOptions(),
    onSuccess: async (result) => {
      await Promise.all([
        queryClient.invalidateQueries(trpc.domains.get.queryFilter({ name })),
        queryClient.invalidateQueries(trpc.domains.list.queryFilter()),
        queryClient.invalidateQueries(trpc.domains.history.queryFilter({ name })),
      ]);
      form.reset();
      setPasted("");
      onPublished(result);
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });

  const take = (records: ReadRecord[], index: number) => {
    const record = records[index];
    if (!record) return;
    setChosen(index);
    form.set("keyTag", String(record.ds.keyTag));
    form.set("algorithm", String(record.ds.algorithm));
    form.set("digestType", String(record.ds.digestType));
    form.set("digest", record.ds.digest);
    for (const field of ["keyTag", "algorithm", "digestType", "digest"] as const) form.judge(field);
  };

  useEffect(() => {
    let isCurrent = true;
    void readRecords(pasted, name).then((records) => {
      if (!isCurrent) return;
      setRead(records);
      // The first that may be published, so that a list with an old SHA-1 digest on top needs no thought.
      const publishable = records.findIndex((record) => dsRecordInput.safeParse(record.ds).success);
      take(records, Math.max(publishable, 0));
    });
    return () => {
      isCurrent = false;
    };
  }, [pasted, name]);

  const understood = read[chosen];
  const fieldErrors = (["keyTag", "algorithm", "digestType", "digest"] as const)
    .map((field) => form.error(field))
    .filter((message) => message !== undefined);
  const failure = publish.error && problemOf(publish.error).errors.length === 0 ? publish.error : undefined;

  return (
    <Surface>
      <form
        ref={form.formRef}
        noValidate
        aria-label={t("add")}
        onSubmit={form.submit((dsRecord) => publish.mutate({ name, dsRecord }))}
      >
        <Stack gap="md">
          <SegmentedControl
            aria-label={t("way")}
            value={way}
            onChange={(value) => setWay(value as "fields" | "paste")}
            data={[
              { value: "fields", label: t("fourFields") },
              { value: "paste", label: t("paste") },
            ]}
            className={classes.way}
          />
          {way === "fields" ? (
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
                data={choices(dnssecAlgorithms, algorithmWords, form.values.algorithm)}
                {...form.text("algorithm")}
              />
              <NativeSelect
                label={t("digestType")}
                description={t("digestTypeHint")}
                data={choices(dsDigestTypes, digestTypeWords, form.values.digestType)}
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
          ) : (
            <>
              <Textarea
                label={t("record")}
                description={t("recordHint")}
                autosize
                minRows={3}
                spellCheck={false}
                data-mono
                placeholder={`${name}. 3600 IN DS 55648 13 2 B4C8C1FE2E74…`}
                value={pasted}
                onChange={(event) => setPasted(event.currentTarget.value)}
                error={pasted.trim() !== "" && read.length === 0 ? t("notUnderstood") : undefined}
              />
              {read.length > 1 ? (
                <Radio.Group
                  label={t("whichRecord", { count: read.length })}
                  value={String(chosen)}
                  onChange={(value) => take(read, Number(value))}
                >
                  <Stack gap={6} mt={6}>
                    {read.map(({ ds }, index) => (
                      <Radio
                        key={`${ds.keyTag} ${ds.digestType} ${ds.digest}`}
                        value={String(index)}
                        label={`${ds.keyTag} · ${algorithmWords(ds.algorithm)} · ${digestTypeWords(ds.digestType)}`}
                      />
                    ))}
                  </Stack>
                </Radio.Group>
              ) : null}
              {understood ? (
                <dl className={classes.understood} aria-label={t("understood")}>
                  <dt>{t("understood")}</dt>
                  <dd>{understood.from === "DNSKEY" ? t("fromDnskey") : t("fromDs")}</dd>
                  <dt>{t("keyTag")}</dt>
                  <dd>{understood.ds.keyTag}</dd>
                  <dt>{t("algorithm")}</dt>
                  <dd>{algorithmWords(understood.ds.algorithm)}</dd>
                  <dt>{t("digestType")}</dt>
                  <dd>{digestTypeWords(understood.ds.digestType)}</dd>
                  <dt>{t("digest")}</dt>
                  <dd>
                    <code>{understood.ds.digest}</code>
                  </dd>
                </dl>
              ) : null}
              {understood && fieldErrors.length > 0 ? (
                <Text size="sm" c="var(--zp-bad)" role="alert">
                  {fieldErrors.join(" ")}
                </Text>
              ) : null}
            </>
          )}
          {failure ? <Failure error={failure} title={t("addFailed")} /> : null}
          <Group gap="xs">
            <Button type="submit" loading={publish.isPending} disabled={way === "paste" && !understood}>
              {t("publish")}
            </Button>
            {onCancel ? (
              <Button variant="default" onClick={onCancel}>
                {t("cancel")}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}
