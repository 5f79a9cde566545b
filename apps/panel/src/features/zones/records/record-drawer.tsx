"use client";
import { Button, Stack, Text } from "@mantine/core";
import type { RecordSet } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono, MonoBlock } from "@/ui/values/mono.tsx";
import { type Draft, type DraftRow, withDeletion, withoutChange, withRecord } from "./draft.ts";
import { RecordForm } from "./record-form.tsx";
import { fullName } from "./record-input.ts";
import { useTtlText } from "./use-ttl-text.ts";

/** One record set, to edit or to read; `shownKey` is null to add one. */
export function RecordDrawer(props: {
  zoneName: string;
  records: readonly RecordSet[];
  rows: readonly DraftRow[];
  shownKey: string | null | undefined;
  mayChange: boolean;
  why: string | undefined;
  onChange: (changed: (draft: Draft) => Draft) => void;
  opened: boolean;
  onClose: () => void;
}) {
  const { zoneName, records, rows, shownKey, mayChange, why, onChange, opened, onClose } = props;
  const t = useTranslations("zoneRecords");
  // Of a drawer that is closing, the row may have left the list.
  const shown = useKeptWhileClosing(
    shownKey === undefined ? undefined : { key: shownKey, row: rows.find(({ key }) => key === shownKey) },
  );
  const row = shown?.row;
  const title = row ? `${toUnicodeName(row.name)} ${row.type}` : t("addTitle");
  const isEditable = mayChange && (row === undefined || (row.managedBy === null && row.state !== "deleted"));
  const save = (changed: (draft: Draft) => Draft) => {
    onChange(changed);
    onClose();
  };
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title}>
      {shown === undefined ? null : isEditable ? (
        <RecordForm
          key={shown.key}
          zoneName={zoneName}
          rows={rows}
          row={row}
          onSave={(record) => save((draft) => withRecord(draft, records, record, row?.key))}
          onDelete={row && (() => save((draft) => withDeletion(draft, records, row.key)))}
          onUndo={
            row && row.state !== "same" ? () => save((draft) => withoutChange(draft, row.key)) : undefined
          }
          onCancel={onClose}
        />
      ) : row ? (
        <ReadOnly
          row={row}
          zoneName={zoneName}
          why={why}
          onUndo={
            mayChange && row.state === "deleted"
              ? () => save((draft) => withoutChange(draft, row.key))
              : undefined
          }
        />
      ) : null}
    </SideDrawer>
  );
}

function ReadOnly(props: {
  row: DraftRow;
  zoneName: string;
  why: string | undefined;
  onUndo: (() => void) | undefined;
}) {
  const { row, zoneName, why, onUndo } = props;
  const { name, type, content, managedBy, updatedAt, state } = row;
  const t = useTranslations("zoneRecords");
  const ttlText = useTtlText();
  const note = managedBy ? t(`managedWords_${managedBy}`) : state === "deleted" ? t("deletedWords") : why;
  return (
    <Stack gap="lg">
      {note ? (
        <Text size="sm" role="note">
          {note}
        </Text>
      ) : null}
      {onUndo ? (
        <div>
          <Button variant="default" onClick={onUndo}>
            {t("undoDelete")}
          </Button>
        </div>
      ) : null}
      <Facts
        facts={[
          {
            name: t("fullName"),
            wide: true,
            value: <Mono label={t("fullName")}>{fullName(name, zoneName)}</Mono>,
          },
          { name: t("type"), value: type },
          { name: t("ttl"), value: ttlText(content.ttl) },
          ...(updatedAt ? [{ name: t("updated"), value: <Moment at={updatedAt} detail="minute" /> }] : []),
          ...(content.comment ? [{ name: t("comment"), wide: true, value: content.comment }] : []),
          ...(content.tags.length > 0
            ? [{ name: t("tags"), wide: true, value: content.tags.join(", ") }]
            : []),
        ]}
      />
      <div>
        <Text size="xs" c="dimmed" mb={6}>
          {t("values")}
        </Text>
        <MonoBlock label={t("values")}>{content.values.join("\n")}</MonoBlock>
      </div>
    </Stack>
  );
}
