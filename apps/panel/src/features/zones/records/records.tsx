"use client";
import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { RecordSet } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useDeferredValue, useMemo, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { ListFilters } from "@/ui/list/filters/list-filters.tsx";
import { singleSelect } from "@/ui/list/filters/single-select.tsx";
import { NoMatches } from "@/ui/list/no-matches.tsx";
import { sortInAddress } from "@/ui/list/sort-in-address.ts";
import { VirtualGrid } from "@/ui/list/virtual-grid.tsx";
import { PublicationNotice } from "../publication/publication-notice.tsx";
import { type DraftRow, rowsOf, withDeletion, withoutChange } from "./draft.ts";
import { DraftBar } from "./draft-bar.tsx";
import { matches } from "./matches.ts";
import { recordListParams, recordSortKeys } from "./record-list-params.ts";
import classes from "./records.module.css";
import { useDraft } from "./use-draft.ts";
import { usePastedRecords } from "./use-pasted-records.ts";
import { useRecordColumns } from "./use-record-columns.tsx";

const RecordDrawer = lazyDialog(() => import("./record-drawer.tsx").then((module) => module.RecordDrawer));
const ReviewDialog = lazyDialog(() =>
  import("../review/review-dialog.tsx").then((module) => module.ReviewDialog),
);
const ImportDialog = lazyDialog(() =>
  import("../review/import-dialog.tsx").then((module) => module.ImportDialog),
);

type Shown = { kind: "record"; key: string | null } | { kind: "review" } | { kind: "import"; text: string };

export function Records({ zoneName, records }: { zoneName: string; records: readonly RecordSet[] }) {
  const t = useTranslations("zoneRecords");
  const trpc = useTRPC();
  const write = useRight("zones:write");
  const { data: zone } = useQuery(trpc.zones.get.queryOptions({ zoneName }));
  const mayChange = write.has && zone?.state !== "ending";
  const { draft, change } = useDraft(zoneName);
  const [params, setParams] = useQueryStates(recordListParams, { history: "replace" });
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const rows = useMemo(() => rowsOf(records, draft), [records, draft]);
  const filter = useDeferredValue(params);
  const matching = useMemo(
    () => rows.filter((row) => matches(row, filter, zoneName)),
    [rows, filter, zoneName],
  );
  const types = useMemo(() => [...new Set(rows.map(({ type }) => type))].sort(), [rows]);
  const columns = useRecordColumns(zoneName);
  const open = (key: string | null) => setShown({ kind: "record", key });
  useHotkeys(mayChange ? [["n", () => shown === undefined && open(null)]] : []);
  usePastedRecords(mayChange && shown === undefined, (text) => setShown({ kind: "import", text }));
  const remove = (row: DraftRow) => {
    if (row.managedBy === null) {
      change((before) =>
        row.state === "deleted" ? withoutChange(before, row.key) : withDeletion(before, records, row.key),
      );
    }
  };
  return (
    <>
      <Unsaved
        isDirty={draft.length > 0}
        title={t("leaveTitle")}
        words={t("leaveWords")}
        stayLabel={t("leaveStay")}
      />
      <PublicationNotice zoneName={zoneName} />
      <div className={classes.bar}>
        <ListFilters
          label={t("filters")}
          words={{ label: t("search"), value: params.q, onChange: (q) => void setParams({ q }) }}
          more={singleSelect({
            label: t("filterByType"),
            any: t("anyType"),
            value: params.type,
            options: optionsOf(
              params.type === null || types.includes(params.type) ? types : [...types, params.type],
            ),
            onChange: (type) => void setParams({ type }),
          })}
        />
        {mayChange ? (
          <div className={classes.acts}>
            <Button
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden />}
              onClick={() => setShown({ kind: "import", text: "" })}
            >
              {t("import")}
            </Button>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              aria-keyshortcuts="n"
              onClick={() => open(null)}
            >
              {t("add")}
            </Button>
          </div>
        ) : null}
      </div>
      {matching.length === 0 && rows.length > 0 ? (
        <NoMatches
          title={t("noMatchTitle")}
          words={t("noMatch")}
          onClear={() => void setParams({ q: null, type: null })}
        />
      ) : (
        <VirtualGrid
          label={t("records")}
          rows={matching}
          columns={columns}
          rowId={({ key }) => key}
          rowState={({ state }) => (state === "same" ? undefined : state)}
          onOpen={({ key }) => open(key)}
          onDelete={mayChange ? remove : undefined}
          {...sortInAddress(recordSortKeys, params, setParams)}
        />
      )}
      {draft.length > 0 && mayChange ? (
        <DraftBar
          count={draft.length}
          onReview={() => setShown({ kind: "review" })}
          onDiscard={() => change(() => [])}
        />
      ) : null}
      <RecordDrawer
        zoneName={zoneName}
        records={records}
        rows={rows}
        shownKey={shown?.kind === "record" ? shown.key : undefined}
        mayChange={mayChange}
        why={write.why}
        onChange={change}
        opened={shown?.kind === "record"}
        onClose={close}
      />
      <ReviewDialog
        zoneName={zoneName}
        records={records}
        draft={draft}
        onEdit={open}
        onPublished={() => {
          change(() => []);
          // To the nameservers, as they take the version.
          window.scrollTo({ top: 0 });
        }}
        opened={shown?.kind === "review"}
        onClose={close}
      />
      <ImportDialog
        zoneName={zoneName}
        text={shown?.kind === "import" ? shown.text : ""}
        hasDraft={draft.length > 0}
        opened={shown?.kind === "import"}
        onClose={close}
      />
    </>
  );
}

const optionsOf = (types: readonly string[]) => types.map((type) => ({ value: type, label: type }));
