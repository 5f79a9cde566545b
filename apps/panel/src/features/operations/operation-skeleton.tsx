import { Skeleton, Stack } from "@mantine/core";

export function OperationSkeleton() {
  return (
    <Stack gap={14} aria-busy="true">
      <Skeleton height={14} width={180} />
      <Skeleton height={28} width={320} maw="80%" />
      <Skeleton height={20} width={240} mb={20} />
      <Skeleton height={160} radius="lg" />
    </Stack>
  );
}
