"use client";
import { Button, Checkbox, Group, SegmentedControl, Stack } from "@mantine/core";
import type { DnssecChangeResult, DsRecord } from "@zonepost/schema";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import classes from "./add-ds-form.module.css";
import { DsPaste } from "./ds-paste.tsx";
import { useDsDraft } from "./use-ds-draft.ts";

// Needed after a choice, so the page loads without them.
const DsFields = dynamic(() => import("./ds-fields.tsx").then((module) => module.DsFields));
const PublishCheck = dynamic(() => import("./publish-check.tsx").then((module) => module.PublishCheck));

/** Takes a record as fields or pasted text, and checks its effect at the nameservers before publishing it. */
export function AddDsForm(props: {
  name: string;
  unicodeName: string;
  dsRecords: DsRecord[];
  /** The digest types that the registry publishes. */
  digestTypes: readonly number[];
  /** The registry computes the DS record from the key. */
  takesKeys: boolean;
  /** The form was just opened by the user and should take the focus. */
  takesFocus: boolean;
  onPublished: (result: DnssecChangeResult) => void;
  onCancel?: () => void;
}) {
  const { name, unicodeName, dsRecords, digestTypes, takesKeys, takesFocus, onPublished, onCancel } = props;
  const t = useTranslations("dnssec");
  const [way, setWay] = useState<"fields" | "paste">("paste");
  const [replaces, setReplaces] = useState(false);
  const [change, setChange] = useState<ComponentProps<typeof PublishCheck>["change"]>();
  const draft = useDsDraft(name);
  const { form, read, understood } = draft;
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

  if (change) {
    return (
      <>
        <Unsaved isDirty />
        <PublishCheck
          name={name}
          unicodeName={unicodeName}
          change={change}
          onPublished={(result) => {
            draft.reset();
            setChange(undefined);
            onPublished(result);
          }}
          onBack={() => setChange(undefined)}
        />
      </>
    );
  }
  return (
    <Surface>
      <form
        ref={form.formRef}
        noValidate
        method="post"
        aria-label={t("add")}
        onSubmit={form.submit((dsRecord) =>
          setChange(
            replaces && dsRecords.length > 0
              ? { kind: "replace", dsRecords: [dsRecord], key: takesKeys ? understood?.key : undefined }
              : { kind: "add", dsRecord, key: takesKeys ? understood?.key : undefined },
          ),
        )}
      >
        <Unsaved isDirty={form.isDirty || draft.pasted !== ""} />
        <Stack gap="md">
          {takesKeys ? null : (
            <SegmentedControl
              aria-label={t("way")}
              value={way}
              onChange={(value) => setWay(value as "fields" | "paste")}
              data={[
                { value: "paste", label: t("paste") },
                { value: "fields", label: t("fourFields") },
              ]}
              className={classes.way}
            />
          )}
          {way === "fields" && !takesKeys ? (
            <DsFields form={form} />
          ) : (
            <DsPaste
              name={name}
              unicodeName={unicodeName}
              draft={draft}
              digestTypes={digestTypes}
              takesKeys={takesKeys}
            />
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
              disabled={
                (takesKeys ? !understood?.key : way === "paste" && !understood) ||
                read.otherOwner !== undefined
              }
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
