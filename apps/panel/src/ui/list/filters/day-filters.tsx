"use client";
import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { onTyped } from "@/ui/early-input/on-typed.ts";
import classes from "./day-filters.module.css";

type DayFiltersProps = {
  /** Days such as `2026-03-29`; empty for none. */
  from: string;
  until: string;
  /** Null if empty, so that the URL stays short. */
  onChange: (change: { from?: string | null; until?: string | null }) => void;
};

/** Filters a list by its first and last day, both included. */
export function DayFilters({ from, until, onChange }: DayFiltersProps) {
  const t = useTranslations("ui");
  const classNames = { root: classes.day, label: classes.label };
  return (
    <>
      <TextInput
        type="date"
        label={t("fromDay")}
        classNames={classNames}
        value={from}
        max={until || undefined}
        {...onTyped((typed) => onChange({ from: typed || null }))}
      />
      <TextInput
        type="date"
        label={t("untilDay")}
        classNames={classNames}
        value={until}
        min={from || undefined}
        {...onTyped((typed) => onChange({ until: typed || null }))}
      />
    </>
  );
}
