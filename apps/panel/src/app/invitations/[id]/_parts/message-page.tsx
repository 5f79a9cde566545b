import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A message and its next step. */
export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={1} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
