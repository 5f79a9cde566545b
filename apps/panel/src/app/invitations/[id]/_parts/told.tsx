import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** One thing that is said, and what to do about it. */
export function Told({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={1} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
