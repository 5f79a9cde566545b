"use client";
import { Alert, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** What the person does next. Nothing has failed. */
export function NextStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      role="status"
      variant="outline"
      icon={<IconArrowRight aria-hidden />}
      title={title}
      styles={{ message: { color: "var(--mantine-color-text)" } }}
      bg="var(--zp-surface)"
    >
      <Text size="sm">{children}</Text>
    </Alert>
  );
}
