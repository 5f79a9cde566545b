import { Skeleton, Stack } from "@mantine/core";

export function DomainOverviewSkeleton() {
  return (
    <Stack gap="xl" aria-busy="true">
      <Skeleton height={210} radius="lg" />
      <Skeleton height={180} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </Stack>
  );
}
