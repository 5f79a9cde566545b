import { Skeleton, Stack } from "@mantine/core";

export function MailOverviewSkeleton() {
  return (
    <Stack gap="xl" aria-busy>
      <Skeleton height={290} radius="lg" />
      <Skeleton height={260} radius="lg" />
      <Skeleton height={110} radius="lg" />
    </Stack>
  );
}
