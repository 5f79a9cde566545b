"use client";
import { Select } from "@mantine/core";
import type { DomainStatus } from "@zonepost/schema";
import type { DomainPage } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useDomainChoices } from "./use-domain-choices.ts";

type Choice = DomainPage["items"][number];

/** Chooses one of any number of domains: the API searches. */
export function DomainField(props: {
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
}) {
  const { label, description, status, unavailable, value, onChange, onBlur, error } = props;
  const t = useTranslations("domainChoice");
  const chosenLabel = toUnicodeName(value);
  const [search, setSearch] = useState(chosenLabel);
  // The chosen name in the field isn't a search: all are offered.
  const typed = search === chosenLabel ? "" : search;
  const { data, isError, isPending } = useDomainChoices(typed, status);
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
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The API has filtered, in both scripts.
      filter={({ options }) => options}
      nothingFoundMessage={t(isError ? "notLoaded" : isPending ? "loading" : "noMatch")}
    />
  );
}
