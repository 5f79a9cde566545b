import { Skeleton, Stack } from "@mantine/core";
import { Columns } from "@/ui/frame/columns.tsx";

export function DomainOverviewSkeleton() {
  return (
    <div aria-busy="true">
      <Columns
        side={
          <Stack gap="xl">
            <Skeleton height={290} radius="lg" />
            <Skeleton height={210} radius="lg" />
          </Stack>
        }
      >
        <Stack gap="xl">
          <Skeleton height={250} radius="lg" />
          <Skeleton height={270} radius="lg" />
        </Stack>
      </Columns>
    </div>
  );
}
