"use client";
import { Select } from "@mantine/core";
import type { DomainStatus } from "@zonepost/schema";
import type { DomainPage } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useDomainChoices } from "./use-domain-choices.ts";

type Choice = DomainPage["items"][number];

export type DomainFieldProps = {
  label: string;
  /** Of all that can be chosen, as far as they are known. */
  description: (choices: readonly Choice[] | undefined) => string;
  status: DomainStatus;
  /** Why a domain can't be chosen. */
  unavailable: (choice: Choice) => string | undefined;
  value: string;
  onChange: (name: string) => void;
  onBlur: () => void;
  error: string | undefined;
};

/** Chooses one of any number of domains: the API searches. Takes the place of a field that was being typed in. */
export function DomainPicker(props: DomainFieldProps & { typed: string }) {
  const { label, description, status, unavailable, value, onChange, onBlur, error } = props;
  const t = useTranslations("domainChoice");
  const chosenLabel = toUnicodeName(value);
  const [search, setSearch] = useState(props.typed);
  // Mantine clears the search of a select without a value as it mounts, and so what was typed until then.
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
  }, []);
  // The chosen name in the field isn't a search: all are offered.
  const typed = search === chosenLabel ? "" : search;
  const { data, isError, isPending, isFiltered } = useDomainChoices(typed, status);
  const choices = data?.items ?? [];
  const isFound = value === "" || choices.some(({ name }) => name === value);
  return (
    <Select
      maw={420}
      label={label}
      description={description(typed === "" && data?.nextCursor === null ? choices : undefined)}
      placeholder={t("chooseOne")}
      data={[
        ...choices.map((choice) => {
          const why = choice.name === value ? undefined : unavailable(choice);
          const name = toUnicodeName(choice.name);
          return { value: choice.name, label: why ? `${name} · ${why}` : name, disabled: why !== undefined };
        }),
        ...(isFound ? [] : [{ value, label: chosenLabel }]),
      ]}
      value={value === "" ? null : value}
      onChange={(name) => onChange(name ?? "")}
      onBlur={onBlur}
      error={error}
      // The field that this one replaces had the focus.
      autoFocus
      defaultDropdownOpened
      searchable
      searchValue={search}
      onSearchChange={(text) => {
        if (isMounted.current) {
          setSearch(text);
        }
      }}
      selectFirstOptionOnChange
      filter={isFiltered ? ({ options }) => options : undefined}
      nothingFoundMessage={t(isError ? "notLoaded" : isPending ? "loading" : "noMatch")}
    />
  );
}
