import { Skeleton, Stack } from "@mantine/core";

export function OrderSkeleton() {
  return (
    <Stack gap={14} aria-busy="true">
      <Skeleton height={14} width={200} />
      <Skeleton height={28} width={320} maw="80%" />
      <Skeleton height={20} width={200} mb={20} />
      <Skeleton height={130} radius="lg" mb={26} />
      <Skeleton height={180} radius="lg" />
    </Stack>
  );
}
