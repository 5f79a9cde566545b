import { Skeleton, Stack } from "@mantine/core";
import { Surface } from "@/ui/frame/surface.tsx";

/** The sections of a settings page while they load. */
export function SettingsSkeleton({ parts = 2 }: { parts?: number }) {
  return (
    <Stack gap={40} aria-busy="true">
      {Array.from({ length: parts }, (_, index) => (
        <Stack key={index} gap={14}>
          <Skeleton height={20} width={160} />
          <Surface>
            <Stack gap="sm">
              <Skeleton height={14} width="55%" />
              <Skeleton height={36} maw={420} />
            </Stack>
          </Surface>
        </Stack>
      ))}
    </Stack>
  );
}
