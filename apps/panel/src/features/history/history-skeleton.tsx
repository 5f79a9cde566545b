"use client";
import { Skeleton, Stack } from "@mantine/core";

export function HistorySkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton height={36} width={220} />
      {[0, 1, 2, 3].map((row) => (
        <Stack key={row} gap={8}>
          <Skeleton height={14} width={140} />
          <Skeleton height={54} radius="lg" />
        </Stack>
      ))}
    </Stack>
  );
}
