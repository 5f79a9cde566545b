"use client";
import { Anchor, Text, TextInput } from "@mantine/core";
import { useTimeZone, useTranslations } from "next-intl";
import { debounce, useQueryStates } from "nuqs";
import { onTyped } from "@/ui/early-input/on-typed.ts";
import { DayFilters } from "@/ui/list/filters/day-filters.tsx";
import { FilterField } from "@/ui/list/filters/filter-field.tsx";
import { SelectFilter } from "@/ui/list/filters/select-filter.tsx";
import classes from "./audit-filter-bar.module.css";
import { auditKinds } from "./audit-kinds.ts";
import { auditParams, noAuditFilters } from "./audit-params.ts";

const typingMs = 350;

/** Filters kept in the URL. Text filters are debounced. Without rows, the list offers to clear them. */
export function AuditFilterBar({ hasRows }: { hasRows: boolean }) {
  const t = useTranslations("auditLog");
  const tUi = useTranslations("ui");
  const zone = useTimeZone() ?? "UTC";
  const [params, setParams] = useQueryStates(auditParams, { history: "replace" });
  const isFiltered = Boolean(params.kind || params.who || params.what || params.from || params.until);
  return (
    <search aria-label={t("filters")}>
      <div className={classes.bar}>
        <FilterField
          className={classes.what}
          label={t("filterWhat")}
          value={params.what}
          onChange={(what) => setParams({ what }, { limitUrlUpdates: debounce(typingMs) })}
        />
        <TextInput
          aria-label={t("filterWho")}
          placeholder={t("filterWho")}
          value={params.who}
          {...onTyped((who) => void setParams({ who: who || null }, { limitUrlUpdates: debounce(typingMs) }))}
        />
        <SelectFilter
          label={t("kind")}
          any={t("anyKind")}
          value={params.kind}
          options={auditKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(kind) => void setParams({ kind })}
        />
        <DayFilters from={params.from} until={params.until} onChange={(days) => void setParams(days)} />
      </div>
      <Text size="xs" c="dimmed" mt={6}>
        {tUi("zone", { zone })}
        {isFiltered && hasRows ? (
          <Anchor component="button" size="xs" ml={10} onClick={() => void setParams(noAuditFilters)}>
            {tUi("clearFilters")}
          </Anchor>
        ) : null}
      </Text>
    </search>
  );
}
