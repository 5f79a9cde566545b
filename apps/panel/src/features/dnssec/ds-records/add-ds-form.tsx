"use client";
import { Button, Checkbox, Group, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import type { DnssecChangeResult, DsRecord } from "@zonepost/schema";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { PublishedChange } from "@/features/dnssec/preflight/ds-change.ts";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import classes from "./add-ds-form.module.css";
import { DsPaste } from "./ds-paste.tsx";
import { useDsDraft } from "./use-ds-draft.ts";

// Needed after a choice, so the page loads without them. Without a placeholder, the whole form would be hidden
// meanwhile, and lose the focus.
const loading = () => <Skeleton height={120} radius="md" />;
const DsFields = dynamic(() => import("./ds-fields.tsx").then((module) => module.DsFields), { loading });
const PublishCheck = dynamic(() => import("./publish-check.tsx").then((module) => module.PublishCheck), {
  loading,
});

/** Takes a record as pasted text or fields. Its effect at the nameservers is checked before it can be published. */
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
  const draft = useDsDraft(name);
  const { form, read, understood } = draft;
  const { formRef, parsed } = form;
  useEffect(() => {
    if (takesFocus) {
      formRef.current?.querySelector("textarea")?.focus();
    }
  }, [takesFocus, formRef]);

  const isFields = way === "fields" && !takesKeys;
  const key = takesKeys ? understood?.key : undefined;
  const isRead = isFields || (takesKeys ? key : understood) !== undefined;
  const change: PublishedChange | undefined =
    parsed === undefined || !isRead || read.otherOwner !== undefined
      ? undefined
      : replaces && dsRecords.length > 0
        ? { kind: "replace", dsRecords: [parsed], key }
        : { kind: "add", dsRecord: parsed, key };
  const cancel = onCancel ? (
    <Button variant="default" onClick={onCancel}>
      {t("cancel")}
    </Button>
  ) : null;
  return (
    <Surface>
      <form
        ref={formRef}
        noValidate
        method="post"
        aria-label={t("add")}
        // Enter shows what is missing. Only the button publishes.
        onSubmit={form.submit(() => undefined)}
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
          {isFields ? (
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
          {change ? (
            <PublishCheck
              name={name}
              unicodeName={unicodeName}
              change={change}
              cancel={cancel}
              onPublished={(result) => {
                draft.reset();
                setReplaces(false);
                onPublished(result);
              }}
            />
          ) : (
            <>
              <Text size="sm" c="dimmed">
                {t("checksFirst")}
              </Text>
              <Group gap="xs">
                <Button type="submit" disabled={!isFields}>
                  {t("publish")}
                </Button>
                {cancel}
              </Group>
            </>
          )}
        </Stack>
      </form>
    </Surface>
  );
}
