"use client";
import { Autocomplete, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { type DraftRow, keyOf } from "./draft.ts";
import classes from "./record-form.module.css";
import { fullName, readOwner, readValue } from "./record-input.ts";
import {
  fieldsOfRow,
  linesOf,
  otherTtl,
  type ReadRecord,
  type RecordFields,
  recordSchema,
  ttlPresets,
} from "./record-schema.ts";
import { commonTypes, fieldsOf, otherTypes } from "./record-types.ts";
import { useTtlText } from "./use-ttl-text.ts";

const plain = { autoComplete: "off", autoCapitalize: "off", autoCorrect: "off", spellCheck: false } as const;
const mono = { styles: { input: { fontFamily: "var(--mantine-font-family-monospace)" } } };

/** Edits one record set, or adds one. Nothing is sent: it goes into the draft. */
export function RecordForm(props: {
  zoneName: string;
  rows: readonly DraftRow[];
  row: DraftRow | undefined;
  onSave: (record: ReadRecord) => void;
  onDelete: (() => void) | undefined;
  onUndo: (() => void) | undefined;
  onCancel: () => void;
}) {
  const { zoneName, rows, row, onSave, onDelete, onUndo, onCancel } = props;
  const t = useTranslations("zoneRecords");
  const ttlText = useTtlText();
  const others = rows.filter(({ key }) => key !== row?.key);
  const form = useForm({
    initial: fieldsOfRow(row),
    schema: recordSchema(zoneName, {
      others,
      words: {
        nameMissing: t("nameMissing"),
        typeMissing: t("typeMissing"),
        valueMissing: t("valueMissing"),
        ttlWrong: t("ttlWrong"),
        tagsWrong: t("tagsWrong"),
        managed: (manager) => t(`managedWords_${manager}`),
        inLine: (line, message) => t("inLine", { line, message }),
      },
    }),
  });
  const { values: fields } = form;
  const type = fields.type.trim().toUpperCase();
  const owner = readOwner(fields.name, zoneName);
  const same = owner.ok
    ? others.find(({ key, state }) => key === keyOf({ name: owner.value, type }) && state !== "deleted")
    : undefined;
  const joins = same && same.managedBy === null ? same : undefined;
  const save = (record: ReadRecord) =>
    onSave(
      joins
        ? {
            ...record,
            content: {
              ...record.content,
              values: [...new Set([...joins.content.values, ...record.content.values])],
              comment: record.content.comment ?? joins.content.comment,
              tags: [...new Set([...joins.content.tags, ...record.content.tags])],
            },
          }
        : record,
    );
  return (
    <form
      ref={form.formRef}
      noValidate
      method="post"
      onSubmit={form.submit((record) => save(record as ReadRecord))}
    >
      <Unsaved isDirty={form.isDirty} words={t("formLeaveWords")} />
      <Stack gap="md">
        <TextInput
          label={t("name")}
          description={t("nameHint", { zone: zoneName })}
          data-autofocus={row === undefined || undefined}
          {...plain}
          {...mono}
          {...form.text("name")}
        />
        {fields.name.trim() !== "" && owner.ok ? (
          <Text size="xs" c="dimmed" mt={-10}>
            {t.rich("resultsIn", { name: () => <code>{fullName(owner.value, zoneName)}</code> })}
          </Text>
        ) : null}
        <div className={classes.pair}>
          <TypeField
            value={fields.type}
            onChange={(value) => form.set("type", value)}
            error={form.error("type")}
          />
          <NativeSelect
            label={t("ttl")}
            data={[
              ...ttlPresets.map((seconds) => ({ value: String(seconds), label: ttlText(seconds) })),
              { value: otherTtl, label: t("ttlOther") },
            ]}
            {...form.text("ttl")}
          />
        </div>
        {fields.ttl === otherTtl ? (
          <TextInput label={t("ttlSeconds")} inputMode="numeric" {...plain} {...form.text("ownTtl")} />
        ) : null}
        {joins ? (
          <Text size="sm" role="note">
            {t("joins", { name: joins.name, type: joins.type, count: joins.content.values.length })}
          </Text>
        ) : null}
        <Textarea
          label={t("values")}
          description={<TypeHelp type={type} />}
          autosize
          minRows={2}
          maxRows={12}
          data-autofocus={row !== undefined || undefined}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.currentTarget.form?.requestSubmit();
            }
          }}
          {...plain}
          {...mono}
          {...form.text("values")}
        />
        <Understood fields={fields} zoneName={zoneName} />
        <TextInput
          label={t("comment")}
          description={t("commentHint")}
          autoComplete="off"
          maxLength={500}
          {...form.text("comment")}
        />
        <TextInput label={t("tags")} description={t("tagsHint")} {...plain} {...form.text("tags")} />
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            {onDelete ? (
              <Button variant="default" c="var(--zp-bad)" onClick={onDelete}>
                {t("delete")}
              </Button>
            ) : null}
            {onUndo ? (
              <Button variant="default" onClick={onUndo}>
                {t("undo")}
              </Button>
            ) : null}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={onCancel}>
              {t("cancel")}
            </Button>
            <Button type="submit">{t("save")}</Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Any type by its name; the usual ones are offered first. */
function TypeField(props: { value: string; onChange: (type: string) => void; error: string | undefined }) {
  const t = useTranslations("zoneRecords");
  const { value, onChange, error } = props;
  return (
    <Autocomplete
      label={t("type")}
      data={[
        { group: t("commonTypes"), items: [...commonTypes] },
        { group: t("otherTypes"), items: [...otherTypes] },
      ]}
      // The chosen type isn't a search: all are offered.
      filter={({ options, search }) =>
        commonTypes.includes(search) || otherTypes.includes(search) || search === ""
          ? options
          : options.map((option) =>
              "group" in option
                ? {
                    ...option,
                    items: option.items.filter((item) => item.value.startsWith(search.toUpperCase())),
                  }
                : option,
            )
      }
      value={value}
      onChange={(typed) => onChange(typed.toUpperCase())}
      error={error}
      selectFirstOptionOnChange
      rightSection={<IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      {...plain}
      {...mono}
    />
  );
}

function TypeHelp({ type }: { type: string }) {
  const t = useTranslations("zoneRecords");
  const key = `help_${type}` as Parameters<typeof t.has>[0];
  const fields = fieldsOf(type);
  if (t.has(key)) {
    return <>{t(key)}</>;
  }
  return <>{fields.length > 0 ? t("helpFields", { fields: fields.join(", ") }) : t("helpGeneric")}</>;
}

/** The values that would be served, where they aren't what was typed. */
function Understood({ fields, zoneName }: { fields: RecordFields; zoneName: string }) {
  const t = useTranslations("zoneRecords");
  const type = fields.type.trim().toUpperCase();
  const read = linesOf(fields.values).map((line) => ({ line, value: readValue(type, line, zoneName) }));
  const changed = read.flatMap(({ line, value }) =>
    value.ok && value.value !== line.trim() ? [value.value] : [],
  );
  return changed.length === 0 ? null : (
    <div className={classes.understood} role="status">
      <Text size="xs" c="dimmed">
        {t("servedAs")}
      </Text>
      {changed.slice(0, 8).map((value) => (
        <code key={value}>{value}</code>
      ))}
    </div>
  );
}
