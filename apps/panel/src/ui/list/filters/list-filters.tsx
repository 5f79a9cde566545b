"use client";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { FilterField } from "./filter-field.tsx";
import classes from "./list-filters.module.css";

export type ListFiltersProps = {
  label: string;
  words: { label: string; value: string; onChange: (words: string | null) => void };
  /** The other filters. On a phone, they are behind one button. */
  more?: { count: number; activeCount: number; fields: ReactNode };
};

export function ListFilters({ label, words, more }: ListFiltersProps) {
  const t = useTranslations("ui");
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  if (!more) {
    return (
      <search aria-label={label} className={classes.words}>
        <FilterField {...words} />
      </search>
    );
  }
  return (
    <search
      aria-label={label}
      className={classes.filters}
      data-many={more.count > 2 ? more.count : undefined}
    >
      <FilterField {...words} />
      <Button
        className={classes.button}
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {more.activeCount > 0 ? t("filterCount", { count: more.activeCount }) : t("filter")}
      </Button>
      <div id={id} className={classes.more} data-open={isOpen || undefined}>
        {more.fields}
      </div>
    </search>
  );
}
