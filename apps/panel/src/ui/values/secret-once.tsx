"use client";
import { Stack, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { MonoBlock } from "./mono.tsx";
import classes from "./secret-once.module.css";

/** A secret that is shown only once. */
export function SecretOnce(props: {
  label: string;
  value: string;
  notice: string;
  onCopied?: () => void;
  children?: ReactNode;
}) {
  const { label, value, notice, onCopied, children } = props;
  return (
    <section className={classes.box} aria-label={label}>
      <Stack gap="xs">
        <Text fw={600} size="sm">
          {label}
        </Text>
        <MonoBlock label={label} onCopied={onCopied}>
          {value}
        </MonoBlock>
        <Text size="sm" className={classes.notice}>
          <IconEyeOff size={16} aria-hidden />
          {notice}
        </Text>
        {children}
      </Stack>
    </section>
  );
}
