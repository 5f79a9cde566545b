"use client";
import { Button, Group } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";

export type NoMatch = {
  title: string;
  words: string;
  /** Clears every filter of the list, and leaves its order. */
  onClear: () => void;
};

/** A list that has rows, but none that its filters show. */
export function NoMatches({ title, words, onClear, action }: NoMatch & { action?: ReactNode }) {
  const t = useTranslations("ui");
  return (
    <EmptyState
      icon={IconSearch}
      title={title}
      action={
        <Group justify="center" gap="xs">
          <Button variant="default" onClick={onClear}>
            {t("clearFilters")}
          </Button>
          {action}
        </Group>
      }
    >
      {words}
    </EmptyState>
  );
}
