import { Skeleton, Stack } from "@mantine/core";

export function ReceiptSkeleton() {
  return (
    <Stack gap={14} aria-busy="true">
      <Skeleton height={14} width={220} />
      <Skeleton height={28} width={180} mb={10} />
      <Skeleton height={520} maw={760} radius="lg" />
    </Stack>
  );
}
