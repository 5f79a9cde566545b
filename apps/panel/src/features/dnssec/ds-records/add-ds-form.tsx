"use client";
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import {
  type DnssecChangeResult,
  type DsRecord,
  dnssecAlgorithms,
  dsDigestTypes,
  dsRecordInput,
} from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Surface } from "@/ui/frame/surface.tsx";
import classes from "./add-ds-form.module.css";
import { algorithmWords, digestTypeWords } from "./ds-names.ts";
import { PreflightView } from "./preflight-view.tsx";
import { type ReadRecord, type ReadRecords, readRecords } from "./read-record.ts";
import { type DsChange, useChangeDs, usePreflight } from "./use-change-ds.ts";

const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

const nothingRead: ReadRecords = { records: [] };

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

const focusIt = (element: HTMLElement | null) => element?.focus();

/** Takes a record by its fields or as it is pasted, asks the nameservers what it would do, and only then sends it. */
export function AddDsForm(props: {
  name: string;
  unicodeName: string;
  dsRecords: DsRecord[];
  /** Which digest types the registry publishes. */
  digestTypes: readonly number[];
  /** Whether somebody asked for the form just now, and goes on in it. */
  takesFocus: boolean;
  onPublished: (result: DnssecChangeResult) => void;
  onCancel?: () => void;
}) {
  const { name, unicodeName, dsRecords, digestTypes, takesFocus, onPublished, onCancel } = props;
  const t = useTranslations("dnssec");
  const [way, setWay] = useState<"fields" | "paste">("fields");
  const [pasted, setPasted] = useState("");
  const [digestType, setDigestType] = useState(2);
  const [read, setRead] = useState<ReadRecords>(nothingRead);
  const [chosen, setChosen] = useState(0);
  const [replaces, setReplaces] = useState(false);
  const [change, setChange] = useState<DsChange>();
  const [insists, setInsists] = useState(false);
  const form = useForm({ initial: blank, schema: dsRecordInput, toInput });
  const preflight = usePreflight(name, change);
  const publish = useChangeDs(name, (result) => {
    form.reset();
    setPasted("");
    setChange(undefined);
    onPublished(result);
  });

  const take = (records: ReadRecord[], index: number) => {
    const record = records[index];
    if (!record) {
      return;
    }
    setChosen(index);
    form.set("keyTag", String(record.ds.keyTag));
    form.set("algorithm", String(record.ds.algorithm));
    form.set("digestType", String(record.ds.digestType));
    form.set("digest", record.ds.digest);
    for (const field of ["keyTag", "algorithm", "digestType", "digest"] as const) {
      form.judge(field);
    }
  };

  useEffect(() => {
    let isCurrent = true;
    void readRecords(pasted, name, digestType).then((read) => {
      if (!isCurrent) {
        return;
      }
      const { records } = read;
      setRead(read);
      // The first that may be published, so that a list with an old SHA-1 digest on top needs no thought.
      const publishable = records.findIndex((record) => dsRecordInput.safeParse(record.ds).success);
      take(records, Math.max(publishable, 0));
    });
    return () => {
      isCurrent = false;
    };
  }, [pasted, name, digestType]);

  const { formRef } = form;
  const isForm = change === undefined;
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!isForm) {
      wantsFocus.current = true;
    } else if (takesFocus || wantsFocus.current) {
      formRef.current?.querySelector<HTMLElement>("input[name=keyTag], textarea")?.focus();
    }
  }, [isForm, takesFocus, formRef]);

  const understood = read.records[chosen];
  const fieldErrors = (["keyTag", "algorithm", "digestType", "digest"] as const)
    .map((field) => form.error(field))
    .filter((message) => message !== undefined);
  const back = () => {
    setChange(undefined);
    setInsists(false);
    publish.reset();
  };

  if (change) {
    const [dsRecord] = change.kind === "replace" ? change.dsRecords : [change.dsRecord];
    const outcome = preflight.isFetching ? undefined : preflight.data?.outcome;
    const isRefused = outcome === "breaks" && !insists;
    return (
      <Surface>
        <Stack
          gap="md"
          role="group"
          aria-label={t("check")}
          ref={focusIt}
          tabIndex={-1}
          className={classes.check}
        >
          <Understood
            title={t(change.kind === "replace" ? "wouldReplace" : "wouldPublish")}
            ds={dsRecord as DsRecord}
          />
          <PreflightView
            query={preflight}
            unicodeName={unicodeName}
            insists={insists}
            onInsist={setInsists}
          />
          {publish.error ? <Failure error={publish.error} title={t("addFailed")} /> : null}
          <Group gap="xs">
            <Button
              color={outcome === "breaks" ? "red.8" : undefined}
              disabled={outcome === undefined || isRefused}
              loading={publish.isPending}
              onClick={() => publish.mutate({ change, enforce: outcome === "validates" })}
            >
              {t(outcome === "breaks" ? "publishAllTheSame" : "publish")}
            </Button>
            <Button variant="default" disabled={publish.isPending} onClick={back}>
              {t("back")}
            </Button>
          </Group>
        </Stack>
      </Surface>
    );
  }

  return (
    <Surface>
      <form
        ref={form.formRef}
        noValidate
        aria-label={t("add")}
        onSubmit={form.submit((dsRecord) =>
          setChange(
            replaces && dsRecords.length > 0
              ? { kind: "replace", dsRecords: [dsRecord] }
              : { kind: "add", dsRecord },
          ),
        )}
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
                error={
                  pasted.trim() !== "" && read.records.length === 0
                    ? (read.problem ?? t("notUnderstood"))
                    : undefined
                }
              />
              {read.records.length > 1 ? (
                <Radio.Group
                  label={t("whichRecord", { count: read.records.length })}
                  value={String(chosen)}
                  onChange={(value) => take(read.records, Number(value))}
                >
                  <Stack gap={6} mt={6}>
                    {read.records.map(({ ds }, index) => (
                      <Radio
                        key={`${ds.keyTag} ${ds.digestType} ${ds.digest}`}
                        value={String(index)}
                        label={`${ds.keyTag} · ${algorithmWords(ds.algorithm)} · ${digestTypeWords(ds.digestType)}`}
                      />
                    ))}
                  </Stack>
                </Radio.Group>
              ) : null}
              {understood?.from === "DNSKEY" ? (
                <Radio.Group
                  label={t("whichDigest")}
                  value={String(digestType)}
                  onChange={(value) => setDigestType(Number(value))}
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
              {understood ? (
                <Understood
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
          )}
          {dsRecords.length > 0 ? (
            <Checkbox
              checked={replaces}
              onChange={(event) => setReplaces(event.currentTarget.checked)}
              label={t("replaceAll", { count: dsRecords.length })}
              description={t("replaceAllWords")}
            />
          ) : null}
          <Group gap="xs">
            <Button
              type="submit"
              disabled={(way === "paste" && !understood) || read.otherOwner !== undefined}
            >
              {t("check")}
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

/** A record with its fields by name. */
function Understood({ title, from, ds }: { title: string; from?: string; ds: DsRecord }) {
  const t = useTranslations("dnssec");
  return (
    <dl className={classes.understood} aria-label={title}>
      <dt>{title}</dt>
      <dd>{from ?? t("fromDs")}</dd>
      <dt>{t("keyTag")}</dt>
      <dd>{ds.keyTag}</dd>
      <dt>{t("algorithm")}</dt>
      <dd>{algorithmWords(ds.algorithm)}</dd>
      <dt>{t("digestType")}</dt>
      <dd>{digestTypeWords(ds.digestType)}</dd>
      <dt>{t("digest")}</dt>
      <dd>
        <code>{ds.digest}</code>
      </dd>
    </dl>
  );
}
