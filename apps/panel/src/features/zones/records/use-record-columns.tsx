"use client";
import { IconLock } from "@tabler/icons-react";
import type { ColumnDef } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { compareNames, type DraftRow } from "./draft.ts";
import classes from "./records.module.css";
import { useTtlText } from "./use-ttl-text.ts";

export function useRecordColumns(zoneName: string) {
  const t = useTranslations("zoneRecords");
  const ttlText = useTtlText();
  return useMemo<ColumnDef<DraftRow>[]>(
    () => [
      {
        id: "name",
        accessorKey: "name",
        header: t("name"),
        sortingFn: (one, other) => compareNames(one.original.name, other.original.name),
        cell: ({ row: { original } }) => (
          <span className={classes.owner} data-deleted={original.state === "deleted" || undefined}>
            {original.name === "@" ? (
              <>
                @ <span className={classes.zone}>{toUnicodeName(zoneName)}</span>
              </>
            ) : (
              toUnicodeName(original.name)
            )}
          </span>
        ),
        meta: { phone: "title", width: "23%" },
      },
      {
        id: "type",
        accessorKey: "type",
        header: t("type"),
        cell: ({ row: { original } }) => <span className={classes.type}>{original.type}</span>,
        meta: { phone: "status", width: "92px" },
      },
      {
        id: "values",
        enableSorting: false,
        header: t("values"),
        cell: ({ row: { original } }) => <Values row={original} />,
        meta: { phone: "detail" },
      },
      {
        id: "ttl",
        accessorFn: ({ content }) => content.ttl,
        header: t("ttl"),
        cell: ({ row: { original } }) => ttlText(original.content.ttl),
        meta: { phone: "aside", width: "112px" },
      },
      {
        id: "note",
        enableSorting: false,
        header: t("note"),
        cell: ({ row: { original } }) => <Note row={original} />,
        meta: { phone: "low", width: "19%" },
      },
    ],
    [t, ttlText, zoneName],
  );
}

function Values({ row: { content, state } }: { row: DraftRow }) {
  const t = useTranslations("zoneRecords");
  const [first = "", ...more] = content.values;
  return (
    <span className={classes.values}>
      <code data-deleted={state === "deleted" || undefined}>{first}</code>
      {more.length > 0 ? (
        <span className={classes.more}>{t("moreValues", { count: more.length })}</span>
      ) : null}
    </span>
  );
}

/** What the draft does to the records, who manages them, or what people have noted. */
function Note({ row: { state, managedBy, content } }: { row: DraftRow }) {
  const t = useTranslations("zoneRecords");
  if (state !== "same") {
    return (
      <span className={classes.state} data-state={state}>
        {t(`state_${state}`)}
      </span>
    );
  }
  if (managedBy) {
    return (
      <span className={classes.managed}>
        <IconLock size={14} aria-hidden /> {t(`managedBy_${managedBy}`)}
      </span>
    );
  }
  return (
    <span className={classes.note}>{[content.comment, ...content.tags].filter(Boolean).join(" · ")}</span>
  );
}
