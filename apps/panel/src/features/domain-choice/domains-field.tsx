"use client";
import { MultiSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useDomainChoices } from "./use-domain-choices.ts";

export type DomainsFieldProps = {
  label: string;
  value: string[];
  onChange: (names: string[]) => void;
  onBlur?: () => void;
  error: string | undefined;
};

/** Chooses several of any number of domains: the API searches. Loaded on demand, with its list box. */
export function DomainsField(props: DomainsFieldProps) {
  const { label, value, onChange, onBlur, error } = props;
  const t = useTranslations("domainChoice");
  const [search, setSearch] = useState("");
  const { data, isError, isPending, isFiltered } = useDomainChoices(search);
  // A chosen domain stays, though it may be deleted or not be among those found.
  const names = [...new Set([...(data?.items ?? []).map(({ name }) => name), ...value])];
  return (
    <MultiSelect
      label={label}
      description={data?.nextCursor ? t("typeForMore", { count: data.items.length }) : undefined}
      placeholder={value.length === 0 ? t("choose") : undefined}
      data={names.map((name) => ({ value: name, label: toUnicodeName(name) }))}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      data-invalid={error ? true : undefined}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      selectFirstOptionOnChange
      filter={isFiltered ? ({ options }) => options : undefined}
      hidePickedOptions
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      nothingFoundMessage={t(isError ? "notLoaded" : isPending ? "loading" : "noMatch")}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
