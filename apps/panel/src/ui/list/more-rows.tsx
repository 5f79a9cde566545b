"use client";
import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** The API's, whose module would bring its validation into the browser. */
const pageSize = 100;

export type MorePages = {
  hasNextPage: boolean;
  /** The rows are those of the filter before, while the next ones load. */
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
};

type MoreRowsProps = {
  pages: MorePages;
  /** How many rows aren't loaded, where that is known. */
  remaining?: number | undefined;
  /** The button's label, unless it is the number of the next rows. */
  more?: ReactNode;
  /** Shown once all rows are there. */
  end: ReactNode;
  mt?: "sm";
};

/** Below a list that is read page by page: loads the next page, or says that there is none. */
export function MoreRows({ pages, remaining = pageSize, more, end, mt }: MoreRowsProps) {
  const t = useTranslations("ui");
  return (
    <Group justify="center" mih={36} {...(mt ? { mt } : {})}>
      {pages.isFetchNextPageError && !pages.isFetchingNextPage ? (
        <Text size="sm" role="alert">
          {t("moreNotLoaded")}
        </Text>
      ) : null}
      {pages.hasNextPage ? (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {more ?? t("showMore", { count: Math.min(Math.max(remaining, 1), pageSize) })}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {end}
        </Text>
      )}
    </Group>
  );
}
