import { Skeleton, Stack } from "@mantine/core";
import { Columns } from "@/ui/frame/columns.tsx";

export function PaymentSkeleton() {
  return (
    <div aria-busy="true">
      <Stack gap={14}>
        <Skeleton height={14} width={180} />
        <Skeleton height={28} width={140} />
        <Skeleton height={20} width={320} maw="80%" mb={20} />
      </Stack>
      <Columns side={<Skeleton height={260} radius="lg" />}>
        <Stack gap="lg">
          <Skeleton height={220} radius="lg" />
          <Skeleton height={120} radius="lg" />
        </Stack>
      </Columns>
    </div>
  );
}
