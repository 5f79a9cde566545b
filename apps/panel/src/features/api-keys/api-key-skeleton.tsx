import { Skeleton, Stack } from "@mantine/core";
import { Surface } from "@/ui/frame/surface.tsx";

export function ApiKeySkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton height={14} width={160} />
      <Skeleton height={30} width={260} />
      <Surface>
        <Skeleton height={160} />
      </Surface>
    </Stack>
  );
}
