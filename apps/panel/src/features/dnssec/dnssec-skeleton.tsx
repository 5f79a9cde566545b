"use client";
import { Skeleton, Stack } from "@mantine/core";

export function DnssecSkeleton() {
  return (
    <Stack gap="xl" aria-busy="true">
      <Skeleton height={168} radius="lg" />
      <Skeleton height={180} radius="lg" />
    </Stack>
  );
}
