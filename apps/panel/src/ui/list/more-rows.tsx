import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

export type MorePages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };

type MoreRowsProps = {
  pages: MorePages;
  /** The button's label. */
  more: ReactNode;
  /** Shown once all rows are there. */
  end: ReactNode;
  mt?: "sm";
};

/** Below a list that is read page by page: loads the next page, or says that there is none. */
export function MoreRows({ pages, more, end, mt }: MoreRowsProps) {
  return (
    <Group justify="center" mih={36} {...(mt ? { mt } : {})}>
      {pages.hasNextPage ? (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {more}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {end}
        </Text>
      )}
    </Group>
  );
}
