import { Skeleton } from "@mantine/core";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { DataTableSkeleton } from "./data-table.tsx";

/** The shape of a list page while its rows are loading. */
export function ListSkeleton(props: {
  title: string;
  headers: string[];
  rows: number;
  hasAction?: boolean;
  filterWidth?: number;
}) {
  const { title, headers, rows, hasAction = true, filterWidth } = props;
  return (
    <div data-list>
      <PageHeader title={title} actions={hasAction ? <Skeleton height={36} width={140} /> : null} />
      {filterWidth === undefined ? null : <Skeleton height={36} mb="md" maw={filterWidth} />}
      <DataTableSkeleton headers={headers} rows={rows} />
    </div>
  );
}
