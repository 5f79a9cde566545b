import { Skeleton, Stack } from "@mantine/core";
import { Surface } from "@/ui/frame/surface.tsx";

const fieldHeights = [36, 84, 36, 36];

export function BillingFormSkeleton() {
  return (
    <Surface>
      <Stack gap="md" maw={420} aria-busy="true">
        {fieldHeights.map((height, index) => (
          <Stack key={index} gap={6}>
            <Skeleton height={14} width="40%" />
            <Skeleton height={height} />
          </Stack>
        ))}
        <Skeleton height={36} width={160} />
      </Stack>
    </Surface>
  );
}
